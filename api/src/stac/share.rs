//! Pages of other origins may read the STAC API, as guests: no cookie and no token of theirs is taken along.

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};

/// Seconds for which browsers may remember what is allowed.
const REMEMBERED: &str = "86400";

fn is_stac(path: &str) -> bool {
    path == "/stac" || path.starts_with("/stac/")
}

/// Answers what browsers ask beforehand, and marks what any page may read.
pub async fn share(request: Request, next: Next) -> Response {
    if !is_stac(request.uri().path()) {
        return next.run(request).await;
    }
    let asks = request.method() == Method::OPTIONS;
    let mut response = if asks {
        StatusCode::NO_CONTENT.into_response()
    } else {
        next.run(request).await
    };
    let mut set = |name: HeaderName, value: &'static str| {
        response
            .headers_mut()
            .insert(name, HeaderValue::from_static(value));
    };
    set(header::ACCESS_CONTROL_ALLOW_ORIGIN, "*");
    set(
        HeaderName::from_static("cross-origin-resource-policy"),
        "cross-origin",
    );
    if asks {
        set(header::ACCESS_CONTROL_ALLOW_METHODS, "GET, POST");
        set(header::ACCESS_CONTROL_ALLOW_HEADERS, "content-type");
        set(header::ACCESS_CONTROL_MAX_AGE, REMEMBERED);
    } else {
        // Items tell a signed-in person of their own orders.
        set(header::VARY, "authorization, cookie, accept-encoding");
        set(header::CACHE_CONTROL, "private, no-cache");
    }
    response
}

/// `/stac/` is `/stac`.
pub async fn without_slash() -> Redirect {
    Redirect::permanent("/stac")
}
