//! What people do to results of their own, as the audit log keeps it.

use domain::audit_log::{AuditAction, AuditOutcome};
use domain::ids::UserId;
use domain::research_result::{ResultChange, number_text};
use storage::PgConnection;
use storage::db::account_events::FieldChange;
use storage::db::research_results::ResearchResult;

use crate::audit_log::{self, Audited};
use crate::caller::Client;
use crate::context::Context;
use crate::problem::Problem;

/// Writes it down in the transaction of the change. Nothing is written where nothing became different.
pub(super) async fn record(
    context: &Context,
    db: &mut PgConnection,
    (owner, client): (UserId, &Client),
    change: ResultChange,
    (before, after): (Option<&ResearchResult>, Option<&ResearchResult>),
) -> Result<(), Problem> {
    let changes = differences(before, after);
    let Some(result) = after.or(before).filter(|_| !changes.is_empty()) else {
        return Ok(());
    };
    let name = format!("{} {}", number_text(result.number), result.form.title);
    let audited = Audited {
        by: Some(owner),
        action: AuditAction::OwnResult(change),
        subject: (&result.id.to_string(), &name),
        outcome: AuditOutcome::Done,
        reason: "",
        changes: &changes,
    };
    audit_log::record(context, db, client, &audited).await
}

fn differences(
    before: Option<&ResearchResult>,
    after: Option<&ResearchResult>,
) -> Vec<FieldChange> {
    let fields = |result: Option<&ResearchResult>| result.map_or_else(Default::default, fields_of);
    let pairs = FIELDS.into_iter().zip(fields(before)).zip(fields(after));
    let differ = pairs.filter(|((_, before), after)| before != after);
    differ
        .map(|((field, before), after)| FieldChange {
            field: field.to_owned(),
            before,
            after,
        })
        .collect()
}

/// What of a result the log shows, by its names in answers.
const FIELDS: [&str; 10] = [
    "kind", "title", "authors", "month", "venue", "doi", "link", "note", "orders", "state",
];

fn fields_of(result: &ResearchResult) -> [String; FIELDS.len()] {
    let form = &result.form;
    let orders = result.orders.iter().map(|order| order.ordername.as_str());
    [
        form.kind.as_str().to_owned(),
        form.title.clone(),
        form.authors.clone(),
        form.month.format("%Y-%m").to_string(),
        form.venue.clone(),
        form.doi.clone(),
        form.link.clone(),
        form.note.clone(),
        orders.collect::<Vec<_>>().join(" "),
        result.state.as_str().to_owned(),
    ]
}
