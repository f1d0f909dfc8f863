//! One's own shelf on our gateway (数据架): what scenes are pushed to for who has no server, and fetched from over FTP or here.

mod content;
mod files;
mod get;
mod password;
mod remove;
#[cfg(test)]
mod tests;

use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use domain::audit_log::{AuditAction, AuditOutcome};
use domain::ids::UserId;
use domain::permission::Permission;
use domain::shelf::ShelfAction;
use serde::Serialize;
use storage::db::account_events::FieldChange;
use storage::db::shelves::{self, Shelf, ShelfFile};
use storage::{PgConnection, StorageError};
use texts::ProblemText;
use utoipa::ToSchema;
use utoipa_axum::routes;
use uuid::Uuid;

use crate::audit_log::{self, Audited};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::delivery::host_and_port;
use crate::problem::Problem;
use crate::router::{RouteAccess, Routes};

pub(crate) fn declare(routes: &mut Routes) {
    let own = RouteAccess::Needs(Permission::CreateOrders);
    routes.add(own, routes!(get::get));
    routes.add(own, routes!(files::list));
    routes.add(own, routes!(content::content));
    routes.add(own, routes!(remove::remove));
    routes.add(own, routes!(password::renew));
}

/// One's own shelf, with the password that opens it.
#[derive(Serialize, ToSchema)]
#[schema(as = Shelf)]
#[serde(rename_all = "camelCase")]
struct ShelfView {
    /// The push target that it is.
    target_id: Uuid,
    /// The FTP account.
    account: String,
    password: String,
    host: String,
    port: u16,
    /// All of these, for an FTP client.
    #[schema(example = "user:password@host:2121")]
    login: String,
    /// Whether the FTP server offers TLS.
    tls: bool,
    /// How many files lie there.
    files: i64,
    /// Bytes of all files together.
    bytes: i64,
    /// Most bytes that the files may have together.
    most_bytes: i64,
    /// Days that a file stays.
    days: i64,
}

impl ShelfView {
    fn new(context: &Context, shelf: &Shelf) -> Result<Self, StorageError> {
        let settings = &context.settings;
        let password = shelf.credential.password(&context.server_key)?;
        let account = shelf.credential.name.clone();
        let gateway = host_and_port(context);
        Ok(Self {
            target_id: shelf.target.0,
            login: format!("{account}:{password}@{gateway}"),
            account,
            password,
            host: settings.ftp_public_host.clone(),
            port: settings.ftp_public_port,
            tls: settings.ftp_tls,
            files: shelf.files,
            bytes: shelf.bytes,
            most_bytes: i64::try_from(settings.shelf.most.0).unwrap_or(i64::MAX),
            days: settings.shelf.days.into(),
        })
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ShelfFile)]
#[serde(rename_all = "camelCase")]
struct ShelfFileView {
    id: Uuid,
    /// Path on the shelf.
    #[schema(example = "S000012/GF1_PMS_E113.2_N23.1_20261101_7.tar.gz")]
    path: String,
    /// What the scene is called; of a file of an order, its path in the delivery.
    dataname: String,
    /// Number of the subscription that brought it; null: it is of an order.
    #[schema(required, example = "S000012")]
    subscription_number: Option<String>,
    /// Bytes.
    size: i64,
    /// SHA-256 of the bytes, hexadecimal.
    sha256: String,
    /// When the file was stored.
    stored_at: DateTime<Utc>,
    /// When the file is removed by itself.
    expires_at: DateTime<Utc>,
}

impl From<ShelfFile> for ShelfFileView {
    fn from(file: ShelfFile) -> Self {
        Self {
            id: file.id.0,
            path: file.path,
            dataname: file.dataname,
            subscription_number: file.subscription.map(|number| format!("S{number:06}")),
            size: file.size,
            sha256: hex::encode(&file.sha256),
            stored_at: file.stored,
            expires_at: file.expires,
        }
    }
}

/// The caller's own shelf.
async fn own(context: &Context, db: &mut PgConnection, owner: UserId) -> Result<Shelf, Problem> {
    let found = shelves::find(db, owner, context.now()).await?;
    found.ok_or_else(|| Problem::new(StatusCode::NOT_FOUND, ProblemText::ShelfMissing))
}

/// Writes down what somebody did to the own shelf.
async fn record(
    context: &Context,
    db: &mut PgConnection,
    (caller, client): (&Caller, &Client),
    (action, shelf): (ShelfAction, &Shelf),
    changes: &[FieldChange],
) -> Result<(), Problem> {
    let audited = Audited {
        by: Some(caller.id),
        action: AuditAction::Shelf(action),
        subject: (&shelf.target.0.to_string(), &shelf.target_name),
        outcome: AuditOutcome::Done,
        reason: "",
        changes,
    };
    audit_log::record(context, db, client, &audited).await
}
