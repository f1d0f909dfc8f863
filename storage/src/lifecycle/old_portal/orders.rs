//! Orders of an old portal that are over.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use domain::audit_log::{AuditAction, AuditOutcome};
use domain::ids::{DeliveryId, OrderId, TaskId, UserId};
use domain::notice::cancellation;
use domain::old_portal::OldRowFault;
use domain::old_portal::order::{OldOrderFacts, once_offered};
use domain::old_portal::order_row::{Canceller, OldOrder};
use domain::order::get_method::GetMethod;
use domain::order::state::{Action, Capability};
use sqlx::{PgConnection, PgPool};
use texts::{Detail, EventText, ImportText};

use super::{ImportError, ImportRun, ImportedBatch, NumberedRow, begin, end};
use crate::StorageError;
use crate::db::audit_log::{self, NewAuditEntry};
use crate::db::deliveries::{FTP_ACCOUNT_LETTERS, FTP_PASSWORD_LETTERS, FtpAccount, HandOver};
use crate::db::old_portal::deliveries::{self, EndedDelivery};
use crate::db::old_portal::orders::{self, NewOldOrder, OldEvent};
use crate::db::{dictionary, figures_due, old_portal};
use crate::sealed::ServerKey;

/// Writes orders whose numbers there are not, with everything that tells of them.
pub async fn import_orders(
    pool: &PgPool,
    key: &ServerKey,
    rows: Vec<NumberedRow<OldOrder>>,
    run: ImportRun,
    now: DateTime<Utc>,
) -> Result<ImportedBatch, ImportError> {
    let mut tx = begin(pool).await?;
    figures_due::announce_rows(&mut tx).await?;
    let mut batch = ImportedBatch::default();
    let new = new_orders(&mut tx, rows, &mut batch, now).await?;
    if !new.is_empty() {
        let written = write(&mut tx, key, new, now).await?;
        batch.known += written.already;
        batch.added = written.added;
    }
    end(tx, run).await?;
    Ok(batch)
}

/// The rows that are right and not there yet.
async fn new_orders(
    db: &mut PgConnection,
    rows: Vec<NumberedRow<OldOrder>>,
    batch: &mut ImportedBatch,
    now: DateTime<Utc>,
) -> Result<Vec<NewOldOrder>, StorageError> {
    let names: HashSet<String> = (rows.iter())
        .flat_map(|(_, row)| [Some(row.login_name.clone()), row.auditor.clone()])
        .flatten()
        .collect();
    let dataids: HashSet<String> = (rows.iter())
        .flat_map(|(_, row)| row.scenes.iter().map(|scene| scene.dataid.clone()))
        .collect();
    let numbers: Vec<String> = (rows.iter())
        .map(|(_, row)| row.order_number.clone())
        .collect();
    let people = old_portal::people(db, &names.into_iter().collect::<Vec<_>>()).await?;
    let scenes = old_portal::scenes(db, &dataids.into_iter().collect::<Vec<_>>()).await?;
    let mut owners = orders::owners(db, &numbers).await?;
    let words = once_offered(dictionary::words_of_orders(db).await?);
    let facts = OldOrderFacts {
        people: &people,
        scenes: &scenes,
        words: &words,
        now,
    };
    let mut new = Vec::new();
    for (line, row) in rows {
        match is_known(&row, &owners, &people) {
            Ok(true) => batch.known += 1,
            Ok(false) => match row.check(&facts) {
                Ok(order) => {
                    owners.insert(order.number.to_string(), order.owner);
                    let id = OrderId::fresh();
                    new.push(NewOldOrder { id, order });
                }
                Err(fault) => batch.refused.push((line, fault)),
            },
            Err(fault) => batch.refused.push((line, fault)),
        }
    }
    Ok(new)
}

/// Whether the person has an order of this number. One of somebody else's is another order.
fn is_known(
    row: &OldOrder,
    owners: &HashMap<String, UserId>,
    people: &HashMap<String, UserId>,
) -> Result<bool, OldRowFault> {
    match owners.get(&row.order_number) {
        None => Ok(false),
        Some(owner) if people.get(&row.login_name.to_lowercase()) == Some(owner) => Ok(true),
        Some(_) => Err(OldRowFault::new("orderNumber", ImportText::NumberTaken)),
    }
}

struct WrittenOrders {
    added: u64,
    /// Written by somebody else since they were looked for.
    already: u64,
}

async fn write(
    db: &mut PgConnection,
    key: &ServerKey,
    mut new: Vec<NewOldOrder>,
    now: DateTime<Utc>,
) -> Result<WrittenOrders, StorageError> {
    let all = new.len();
    let written = orders::insert(db, key, &new).await?;
    new.retain(|new| written.contains(&new.id));
    orders::insert_scenes(db, &new).await?;
    let events: Vec<OldEvent> = new.iter().flat_map(time_line).collect();
    orders::insert_events(db, &events).await?;
    let ended: Vec<EndedDelivery> = (new.iter())
        .filter_map(|new| ended_delivery(new, key).transpose())
        .collect::<Result<_, _>>()?;
    orders::insert_feedback(db, &new).await?;
    deliveries::insert(db, &ended, now).await?;
    enter_in_audit_log(db, &new, now).await?;
    Ok(WrittenOrders {
        added: new.len() as u64,
        already: (all - new.len()) as u64,
    })
}

/// What happened to it, each step by whoever took it; the first says where it comes from.
fn time_line(new: &NewOldOrder) -> impl Iterator<Item = OldEvent> {
    let order = &new.order;
    let steps = order.history.iter().enumerate();
    steps.map(move |(at, step)| OldEvent {
        order: new.id,
        step: *step,
        user: match step.capability {
            Capability::Owner => Some(order.owner),
            Capability::Auditor => Some(order.auditor),
            _ => None,
        },
        detail: match step.action {
            _ if at == 0 => EventText::Imported.into(),
            Action::Approve => order.opinion.as_str().into(),
            Action::Reject => order.cause.as_str().into(),
            Action::CancelPreparation => {
                let is_owner = order.cancelled_by == Some(Canceller::Owner);
                cancellation(is_owner, &order.cause).into()
            }
            _ => Detail::default(),
        },
    })
}

/// What a prepared order handed out. Its account, or its folder, is one that nobody ever had, and is over.
fn ended_delivery(
    new: &NewOldOrder,
    key: &ServerKey,
) -> Result<Option<EndedDelivery>, StorageError> {
    let order = &new.order;
    let moments = (
        new.moment(Action::Approve),
        new.moment(Action::FinishPreparation),
        &order.delivery,
    );
    let (Some(approved), Some(ready), Some(delivery)) = moments else {
        return Ok(None);
    };
    let over = new.moment(Action::Complete);
    let over = over.or_else(|| new.moment(Action::MarkOverdue));
    let hand_over = match order.method {
        GetMethod::OnlineDownload => HandOver::Ftp(unused_account(order.number.as_str(), key)?),
        GetMethod::OfflineCopy => HandOver::Staged(format!("/old-portal/{}", order.number)),
    };
    let scene_bytes = order.scenes.iter().map(|scene| scene.size);
    let scenes = i32::try_from(order.scenes.len()).unwrap_or(i32::MAX);
    Ok(Some(EndedDelivery {
        id: DeliveryId::fresh(),
        task: TaskId::fresh(),
        order: new.id,
        owner: order.owner.0,
        hand_over,
        approved,
        ready,
        expired: delivery.expires_at.or(over).unwrap_or(ready),
        completed: new.moment(Action::Complete),
        scenes: (scenes, scene_bytes.fold(0, i64::saturating_add)),
        files: (delivery.files, delivery.bytes),
        download: delivery.download.clone(),
    }))
}

fn unused_account(number: &str, key: &ServerKey) -> Result<FtpAccount, StorageError> {
    use crate::db::deliveries::letters;
    let name = format!("{number}-{}", letters(FTP_ACCOUNT_LETTERS));
    let password = letters(FTP_PASSWORD_LETTERS);
    Ok(FtpAccount {
        password_sealed: key.seal(password.as_bytes(), name.as_bytes())?,
        name,
    })
}

/// One entry for all: the audit log says who did what here.
async fn enter_in_audit_log(
    db: &mut PgConnection,
    new: &[NewOldOrder],
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    let numbers = || new.iter().map(|new| new.order.number.as_str());
    let (Some(first), Some(last)) = (numbers().min(), numbers().max()) else {
        return Ok(());
    };
    let entry = NewAuditEntry {
        at: now,
        by: None,
        action: AuditAction::ImportOrders,
        subject_id: "",
        subject_name: &format!("{first} – {last}: {}", new.len()),
        outcome: AuditOutcome::Done,
        reason: "",
        changes: &[],
        client_ip: "",
        agent: "",
    };
    audit_log::insert(db, &entry).await
}
