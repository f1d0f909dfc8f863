//! Calling webhooks: signed, to the address that was resolved, without following anybody elsewhere.

use std::time::Duration;

use chrono::{DateTime, Utc};
use futures::future::try_join_all;
use hmac::{Hmac, KeyInit, Mac};
use reqwest::header::CONTENT_TYPE;
use serde::Serialize;
use sha2::Sha256;
use storage::db::handles::connection;
use storage::db::webhooks::{self, DueDelivery, Outcome};
use storage::sealed::ServerKey;
use storage::{PgPool, StorageError};
use texts::{Detail, FailureText};
use url::Url;
use uuid::Uuid;

use super::target;

/// From the first packet to the end of the answer's head.
const TIMEOUT: Duration = Duration::from_secs(10);
/// Calls at once.
const AT_ONCE: i64 = 8;

/// The body of a call.
#[derive(Serialize)]
struct WebhookBody<'a> {
    id: Uuid,
    event: &'a str,
    order: Uuid,
    ordername: &'a str,
    from: Option<i16>,
    to: i16,
    at: DateTime<Utc>,
}

/// Calls.
#[derive(Debug)]
pub(super) struct Caller {
    pool: PgPool,
    key: ServerKey,
    allow_private: bool,
}

/// Why a call failed, and the status if there was one.
struct Failed {
    status: Option<u16>,
    why: Detail,
}

impl Failed {
    #[expect(clippy::needless_pass_by_value, reason = "handed to map_err")]
    fn before_the_answer(why: impl ToString) -> Self {
        why.to_string().into()
    }
}

impl<T: Into<Detail>> From<T> for Failed {
    fn from(why: T) -> Self {
        Self {
            status: None,
            why: why.into(),
        }
    }
}

impl Caller {
    pub(super) fn new(pool: PgPool, key: ServerKey, allow_private: bool) -> Self {
        Self {
            pool,
            key,
            allow_private,
        }
    }

    /// Makes the calls that are due.
    pub(super) async fn call_due(&self, now: DateTime<Utc>) -> Result<(), StorageError> {
        loop {
            let due = webhooks::claim(&mut *connection(&self.pool).await?, AT_ONCE, now).await?;
            if due.is_empty() {
                return Ok(());
            }
            try_join_all(due.iter().map(|due| self.try_once(due, now))).await?;
        }
    }

    async fn try_once(&self, due: &DueDelivery, now: DateTime<Utc>) -> Result<(), StorageError> {
        let result = self.call(due, now).await;
        let outcome = match &result {
            Ok(status) => Outcome {
                status: Some(*status),
                error: None,
                is_end: true,
            },
            Err(failed) => Outcome {
                status: failed.status,
                error: Some(&failed.why),
                is_end: due.is_last(),
            },
        };
        if let (Err(failed), true) = (&result, due.is_last()) {
            tracing::warn!(webhook = %due.webhook, order = due.number, event = due.kind, why = %failed.why,
                "a webhook was not reached and is given up for this event");
        }
        let mut db = connection(&self.pool).await?;
        webhooks::keep_outcome(&mut db, due.id, outcome, now).await
    }

    async fn call(&self, due: &DueDelivery, now: DateTime<Utc>) -> Result<u16, Failed> {
        let url = Url::parse(&due.url).map_err(Failed::before_the_answer)?;
        let addresses = tokio::time::timeout(TIMEOUT, target::resolve(&url, self.allow_private))
            .await
            .map_err(|_| Failed::from(target::TargetError::Unresolved))?
            .map_err(Failed::from)?;
        let secret = due.secret(&self.key).map_err(Failed::before_the_answer)?;
        let body = body(due).map_err(Failed::before_the_answer)?;
        let timestamp = now.timestamp().to_string();
        let signature = sign(&secret, &timestamp, &body).map_err(Failed::before_the_answer)?;
        // A client of its own: the addresses that were checked are the addresses that are called.
        let client = reqwest::Client::builder()
            .no_proxy()
            .redirect(reqwest::redirect::Policy::none())
            .timeout(TIMEOUT)
            .resolve_to_addrs(url.host_str().unwrap_or_default(), &addresses)
            .build()
            .map_err(Failed::before_the_answer)?;
        let answer = client
            .post(url)
            .header(CONTENT_TYPE, "application/json")
            .header("X-Scenedock-Timestamp", timestamp)
            .header("X-Scenedock-Signature", signature)
            .body(body)
            .send()
            .await
            .map_err(|error| Failed::before_the_answer(error.without_url()))?;
        let status = answer.status();
        if status.is_success() {
            Ok(status.as_u16())
        } else {
            Err(Failed {
                status: Some(status.as_u16()),
                why: FailureText::WebhookAnswered {
                    status: status.to_string(),
                }
                .into(),
            })
        }
    }
}

fn body(due: &DueDelivery) -> serde_json::Result<String> {
    serde_json::to_string(&WebhookBody {
        id: due.id,
        event: &due.kind,
        order: due.order.0,
        ordername: &due.number,
        from: due.from,
        to: due.to,
        at: due.at,
    })
}

/// `sha256=` and the HMAC-SHA-256 of `timestamp.body` in hexadecimal digits.
fn sign(secret: &[u8], timestamp: &str, body: &str) -> Result<String, hmac::digest::InvalidLength> {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret)?;
    for part in [timestamp, ".", body] {
        mac.update(part.as_bytes());
    }
    let digits = hex::encode(mac.finalize().into_bytes());
    Ok(format!("sha256={digits}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `printf '1763690400.{"id":1}' | openssl dgst -sha256 -hmac secret`
    #[test]
    fn the_signature_is_the_one_openssl_makes() {
        assert_eq!(
            sign(b"secret", "1763690400", "{\"id\":1}").unwrap(),
            "sha256=202ee21e103806af3de4fa6c48fe8c456a06e8f0d4f109619790f97c7459183d"
        );
    }
}
