//! Who changes something that is published, and what of it becomes different: what the audit log keeps.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use chrono::{DateTime, Utc};
use domain::audit_log::{AuditAction, AuditOutcome, Publication, PublishingAction};
use sha2::{Digest as _, Sha256};
use storage::PgConnection;
use storage::db::account_events::{FieldChange, reversed};

use crate::audit_log::{self, Audited};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::problem::Problem;

/// Who changes something, and from where.
pub(super) struct Editor {
    pub(super) caller: Caller,
    client: Client,
}

impl FromRequestParts<Context> for Editor {
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, context: &Context) -> Result<Self, Problem> {
        let caller = Caller::from_request_parts(parts, context).await?;
        let client = Client::from_request_parts(parts, context).await?;
        Ok(Self { caller, client })
    }
}

impl Editor {
    /// Writes down what was done, in the transaction that does it.
    pub(super) async fn record(
        &self,
        (context, db): (&Context, &mut PgConnection),
        (thing, action): (Publication, PublishingAction),
        (id, name): (&str, &str),
        changes: &Changes,
    ) -> Result<(), Problem> {
        let audited = Audited {
            by: Some(self.caller.id),
            action: AuditAction::Publication(thing, action),
            subject: (id, name),
            outcome: AuditOutcome::Done,
            reason: "",
            changes: &changes.0,
        };
        audit_log::record(context, db, &self.client, &audited).await
    }
}

/// Fields that changed, with both values.
#[derive(Debug, Default)]
pub(super) struct Changes(Vec<FieldChange>);

impl Changes {
    /// A field; nothing where it stayed as it was.
    pub(super) fn field(mut self, field: &str, before: &str, after: &str) -> Self {
        if before != after {
            self.0.push(FieldChange {
                field: field.to_owned(),
                before: before.to_owned(),
                after: after.to_owned(),
            });
        }
        self
    }

    pub(super) fn moment(
        self,
        field: &str,
        before: Option<DateTime<Utc>>,
        after: Option<DateTime<Utc>>,
    ) -> Self {
        let text = |moment: Option<DateTime<Utc>>| {
            moment.map_or_else(String::new, |moment| moment.to_rfc3339())
        };
        self.field(field, &text(before), &text(after))
    }

    /// What a removal says of what a making said.
    pub(super) fn reversed(self) -> Self {
        Self(reversed(self.0))
    }

    /// A long text that stands elsewhere, by its length and digest: the log is kept for good.
    pub(super) fn long_text(self, field: &str, before: &str, after: &str) -> Self {
        self.field(field, &digest(before), &digest(after))
    }
}

fn digest(text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    let sum = hex::encode(Sha256::digest(text.as_bytes()));
    format!("{} B, SHA-256 {}", text.len(), &sum[..16])
}
