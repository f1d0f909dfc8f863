//! What the audit log keeps of webhooks: addresses outside that are told of everybody's orders.

use domain::audit_log::{AuditAction, AuditOutcome, Destination, DestinationAction};
use domain::ids::UserId;
use storage::PgConnection;
use storage::db::account_events::FieldChange;
use storage::db::webhooks::Webhook;
use url::Url;

use crate::audit_log::{self, Audited};
use crate::caller::Client;
use crate::context::Context;
use crate::problem::Problem;

/// Writes down that `by` did this to a webhook.
pub(super) async fn record(
    context: &Context,
    db: &mut PgConnection,
    (by, client): (UserId, &Client),
    (action, webhook): (DestinationAction, &Webhook),
    changes: &[FieldChange],
) -> Result<(), Problem> {
    let audited = Audited {
        by: Some(by),
        action: AuditAction::Destination(Destination::Webhook, action),
        subject: (&webhook.id.0.to_string(), &address(&webhook.url)),
        outcome: AuditOutcome::Done,
        reason: "",
        changes,
    };
    audit_log::record(context, db, client, &audited).await
}

/// The address without what may be a secret of the other side: chat robots are called with a key in their query.
fn address(url: &str) -> String {
    match Url::parse(url) {
        Ok(mut parsed) if parsed.query().is_some() => {
            parsed.set_query(Some("***"));
            parsed.into()
        }
        _ => url.to_owned(),
    }
}

/// A field that became different.
pub(super) fn change(field: &str, before: &str, after: &str) -> FieldChange {
    FieldChange {
        field: field.to_owned(),
        before: before.to_owned(),
        after: after.to_owned(),
    }
}

/// What a webhook is, as its making says it; never its secret.
pub(super) fn facts(webhook: &Webhook) -> Vec<FieldChange> {
    let mut facts = vec![change("url", "", &address(&webhook.url))];
    if !webhook.events.is_empty() {
        let words: Vec<_> = webhook.events.iter().map(|kind| kind.as_str()).collect();
        facts.push(change("events", "", &words.join(", ")));
    }
    facts
}
