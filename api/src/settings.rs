//! `GET` and `PUT /api/settings`: what administrators switch for everybody.

use axum::extract::State;
use domain::audit_log::{AuditAction, AuditOutcome};
use domain::permission::Permission;
use domain::setting::Setting;
use serde::{Deserialize, Serialize};
use storage::PgConnection;
use storage::db::account_events::FieldChange;
use storage::db::{handles, settings};
use texts::ProblemText;
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::audit_log::{self, Audited};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::Json;
use crate::problem::{Problem, ProblemBody};
use crate::router::{RouteAccess, Routes};

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(
        RouteAccess::NeedsOne(&[Permission::AllOrders, Permission::Configuration]),
        routes!(get),
    );
    routes.add(RouteAccess::Needs(Permission::Configuration), routes!(put));
}

#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Settings)]
pub struct Switches {
    /// Whether whole orders may be extracted again (重提).
    reorder: bool,
    /// Whether an administrator lets registered people in (注册审核).
    approve_registrations: bool,
}

/// The switches to set; what is left out stays as it is.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SettingsChange)]
pub struct SwitchesChange {
    /// Whether whole orders may be extracted again (重提).
    reorder: Option<bool>,
    /// Whether an administrator lets registered people in (注册审核).
    approve_registrations: Option<bool>,
}

async fn read(db: &mut PgConnection) -> Result<Switches, Problem> {
    Ok(Switches {
        reorder: settings::is_on(db, Setting::Reorder).await?,
        approve_registrations: settings::is_on(db, Setting::ApproveRegistrations).await?,
    })
}

/// The switches as they are.
#[utoipa::path(get, path = "/api/settings", tag = "system", operation_id = "getSettings",
    responses((status = 200, body = Switches)))]
pub async fn get(State(context): State<Context>) -> Result<Json<Switches>, Problem> {
    Ok(Json(read(&mut *context.connection().await?).await?))
}

/// Switches for everybody, from now on.
#[utoipa::path(put, path = "/api/settings", tag = "system", operation_id = "putSettings", request_body = SwitchesChange,
    responses((status = 200, body = Switches), (status = 400, body = ProblemBody)))]
pub async fn put(
    State(context): State<Context>,
    admin: Caller,
    client: Client,
    Json(change): Json<SwitchesChange>,
) -> Result<Json<Switches>, Problem> {
    let switches = [
        (Setting::Reorder, change.reorder),
        (Setting::ApproveRegistrations, change.approve_registrations),
    ];
    if switches.iter().all(|(_, on)| on.is_none()) {
        return Err(Problem::bad_request(ProblemText::Invalid));
    }
    let mut tx = context.begin().await?;
    settings::lock(&mut tx).await?;
    let now = context.now();
    for (setting, on) in switches {
        let Some(on) = on else { continue };
        let before = settings::is_on(&mut tx, setting).await?;
        settings::switch(&mut tx, setting, on, admin.id, now).await?;
        if before != on {
            record(&context, &mut tx, (&admin, &client), setting, on).await?;
        }
    }
    handles::commit(tx).await?;
    Ok(Json(read(&mut *context.connection().await?).await?))
}

async fn record(
    context: &Context,
    db: &mut PgConnection,
    (admin, client): (&Caller, &Client),
    setting: Setting,
    on: bool,
) -> Result<(), Problem> {
    let change = FieldChange {
        field: setting.as_str().to_owned(),
        before: (!on).to_string(),
        after: on.to_string(),
    };
    let audited = Audited {
        by: Some(admin.id),
        action: AuditAction::ChangeSetting,
        subject: (setting.as_str(), setting.as_str()),
        outcome: AuditOutcome::Done,
        reason: "",
        changes: &[change],
    };
    audit_log::record(context, db, client, &audited).await
}
