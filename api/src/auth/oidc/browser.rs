//! The cookie by which a browser that comes back is known to be the one that went away.

use axum::http::{HeaderMap, HeaderValue, header};
use storage::db::provider_flows::{BrowserMark, FLOW_LIFETIME};

use crate::context::Context;
use crate::problem::Problem;

/// Over TLS its name binds it to this very host, as the session's does.
const fn cookie_name(https: bool) -> &'static str {
    if https {
        "__Host-scenedock_sign_in"
    } else {
        "scenedock_sign_in"
    }
}

/// The mark of the browser that sent this, if it has one.
pub(in crate::auth) fn presented(context: &Context, headers: &HeaderMap) -> Option<BrowserMark> {
    let name = cookie_name(context.settings.https);
    let lines = headers.get_all(header::COOKIE).iter();
    let mut pairs = lines
        .filter_map(|value| value.to_str().ok())
        .flat_map(|line| line.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .filter(|(found, _)| *found == name);
    let (_, mark) = pairs.next()?;
    // Two of them: somebody has planted one.
    if pairs.next().is_some() {
        return None;
    }
    BrowserMark::presented(mark)
}

/// The mark of a browser that goes away, and the cookie that keeps it. One that is away in another tab keeps its mark, so
/// that both come back. The cookie comes along when another site sends the browser here, and no script reads it.
pub(super) fn mark(
    context: &Context,
    headers: &HeaderMap,
) -> Result<(BrowserMark, HeaderValue), Problem> {
    let https = context.settings.https;
    let mark = presented(context, headers).unwrap_or_else(BrowserMark::fresh);
    let secure = if https { "; Secure" } else { "" };
    let text = format!(
        "{}={}; Path=/; HttpOnly; SameSite=Lax; Max-Age={}{secure}",
        cookie_name(https),
        mark.expose(),
        FLOW_LIFETIME.num_seconds()
    );
    let cookie = HeaderValue::try_from(text).map_err(|_| Problem::internal())?;
    Ok((mark, cookie))
}
