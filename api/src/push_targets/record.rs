//! What the audit log keeps of targets: data leave the house through them.

use domain::audit_log::{AuditAction, AuditOutcome, Destination, DestinationAction};
use domain::ids::UserId;
use domain::push_target::SignInKey;
use push::HostKey;
use storage::PgConnection;
use storage::db::account_events::FieldChange;
use storage::db::push_targets::PushTarget;

use crate::audit_log::{self, Audited};
use crate::caller::Client;
use crate::context::Context;
use crate::problem::Problem;

/// Writes down that `by` did this to a target. `changes` are left out where it became no other.
pub(super) async fn record(
    context: &Context,
    db: &mut PgConnection,
    (by, client): (UserId, &Client),
    (action, target): (DestinationAction, &PushTarget),
    changes: &[FieldChange],
) -> Result<(), Problem> {
    let audited = Audited {
        by: Some(by),
        action: AuditAction::Destination(Destination::PushTarget, action),
        subject: (&target.id.0.to_string(), &target.name),
        outcome: AuditOutcome::Done,
        reason: "",
        changes,
    };
    audit_log::record(context, db, client, &audited).await
}

type TargetField = fn(&PushTarget) -> String;

fn limit(most: Option<i64>) -> String {
    most.map(|most| most.to_string()).unwrap_or_default()
}

/// What became different. The secret is not told, only that it did.
pub(super) fn changes(
    before: Option<&PushTarget>,
    after: &PushTarget,
    has_new_secret: bool,
) -> Vec<FieldChange> {
    let fields: [(&str, TargetField); 11] = [
        ("name", |target| target.name.clone()),
        ("kind", |target| target.kind.as_str().to_owned()),
        ("address", |target| target.address.clone()),
        ("region", |target| target.region.clone()),
        ("loginName", |target| target.login_name.clone()),
        ("signInKey", |target| {
            let key = target.sign_in_key.map(SignInKey::as_str);
            key.unwrap_or_default().to_owned()
        }),
        ("hostKey", |target| {
            let key = target.host_key.as_deref().and_then(HostKey::parse);
            key.map(|key| key.fingerprint()).unwrap_or_default()
        }),
        ("mostParallel", |target| target.most_parallel.to_string()),
        ("dailyBytes", |target| limit(target.daily_bytes)),
        ("bytesPerSecond", |target| limit(target.bytes_per_second)),
        ("mostBytesPerSecond", |target| {
            limit(target.most_bytes_per_second)
        }),
    ];
    let mut changes: Vec<_> = fields
        .into_iter()
        .map(|(field, read)| FieldChange {
            field: field.to_owned(),
            before: before.map(read).unwrap_or_default(),
            after: read(after),
        })
        .filter(|change| change.before != change.after)
        .collect();
    if has_new_secret {
        changes.push(FieldChange {
            field: "secret".to_owned(),
            before: String::new(),
            after: "***".to_owned(),
        });
    }
    changes
}
