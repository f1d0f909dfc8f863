//! `POST /api/webhooks`

use axum::extract::State;
use axum::http::StatusCode;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::audit_log::DestinationAction;
use domain::ids::WebhookId;
use domain::notice::NoticeKind;
use domain::special_address::is_special;
use rand::Rng as _;
use serde::{Deserialize, Serialize};
use storage::db::handles;
use storage::db::webhooks::{self, NewWebhook};
use texts::FieldText;
use url::{Host, Url};
use utoipa::ToSchema;

use super::WebhookView;
use super::record::{facts, record};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::Json;
use crate::orders::codes;
use crate::problem::{Problem, ProblemBody};

/// Longest address, bytes.
const MAX_URL: usize = 2000;
/// Shortest and longest secret that may be chosen, characters.
const SECRET: std::ops::RangeInclusive<usize> = 16..=200;

/// A webhook to make.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct NewHook {
    /// Where to call: http or https.
    url: String,
    /// What to tell; empty or left out: everything.
    #[serde(default)]
    #[schema(value_type = Vec<codes::NoticeKind>)]
    events: Vec<String>,
    /// What signs the calls; made by the server when it is left out.
    secret: Option<String>,
}

/// The new webhook with its secret, which is answered only this once.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CreatedWebhook {
    #[serde(flatten)]
    webhook: WebhookView,
    /// Shown here and never again.
    secret: String,
}

/// Makes a webhook. Calls carry `X-Scenedock-Timestamp` and `X-Scenedock-Signature: sha256=` with the HMAC-SHA-256 of
/// `timestamp.body` under the secret.
#[utoipa::path(post, path = "/api/webhooks", tag = "webhooks", operation_id = "createWebhook", request_body = NewHook,
    responses((status = 201, body = CreatedWebhook), (status = 400, body = ProblemBody)))]
pub(super) async fn create(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Json(new): Json<NewHook>,
) -> Result<(StatusCode, Json<CreatedWebhook>), Problem> {
    let url = checked_address(&new.url, context.settings.webhook_allow_private)?;
    let events = kinds(&new.events)?;
    let secret = secret(new.secret)?;
    let id = WebhookId::fresh();
    let sealed = webhooks::seal_secret(&context.server_key, id, &secret)?;
    let row = NewWebhook {
        id,
        url: url.as_str(),
        secret_sealed: &sealed,
        events: &events,
        by: caller.id,
        now: context.now(),
    };
    let mut tx = context.begin().await?;
    webhooks::insert(&mut tx, &row).await?;
    let made = webhooks::find(&mut tx, id).await?;
    let made = made.ok_or_else(Problem::internal)?;
    let created = (DestinationAction::Create, &made);
    let facts = facts(&made);
    record(&context, &mut tx, (caller.id, &client), created, &facts).await?;
    handles::commit(tx).await?;
    let webhook = made.into();
    Ok((
        StatusCode::CREATED,
        Json(CreatedWebhook { webhook, secret }),
    ))
}

/// An internal address is refused here where it is written as one. A name is judged at each call, when it is resolved: it may
/// lead elsewhere by then.
fn checked_address(text: &str, allow_private: bool) -> Result<Url, Problem> {
    let wrong = |why: FieldText| Problem::invalid_field("url", why);
    if text.len() > MAX_URL {
        return Err(wrong(FieldText::AddressTooLong));
    }
    let url = Url::parse(text.trim()).map_err(|_| wrong(FieldText::AddressWrong))?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(wrong(FieldText::AddressScheme));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(wrong(FieldText::AddressWithPassword));
    }
    if !allow_private && is_internal(&url) {
        return Err(wrong(FieldText::AddressInternal));
    }
    Ok(url)
}

fn is_internal(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(ip)) => is_special(ip.into()),
        Some(Host::Ipv6(ip)) => is_special(ip.into()),
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        None => false,
    }
}

fn kinds(words: &[String]) -> Result<Vec<NoticeKind>, Problem> {
    let mut kinds = words
        .iter()
        .map(|word| {
            NoticeKind::parse(word)
                .ok_or_else(|| Problem::invalid_field("events", FieldText::NoSuchEvent))
        })
        .collect::<Result<Vec<_>, _>>()?;
    kinds.sort_unstable();
    kinds.dedup();
    Ok(kinds)
}

fn secret(chosen: Option<String>) -> Result<String, Problem> {
    match chosen.filter(|secret| !secret.is_empty()) {
        None => {
            let mut bytes = [0; 32];
            rand::rng().fill_bytes(&mut bytes);
            Ok(URL_SAFE_NO_PAD.encode(bytes))
        }
        Some(secret) if SECRET.contains(&secret.chars().count()) => Ok(secret),
        Some(_) => Err(Problem::invalid_field("secret", FieldText::SecretLength)),
    }
}
