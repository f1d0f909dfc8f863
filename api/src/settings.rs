//! `GET` and `PUT /api/settings`: what administrators switch and bound for everybody.

use axum::extract::State;
use domain::audit_log::{AuditAction, AuditOutcome};
use domain::permission::Permission;
use domain::push_bounds::LEAST_RATE;
use domain::setting::{PushCap, Setting};
use serde::{Deserialize, Deserializer, Serialize};
use storage::PgConnection;
use storage::db::account_events::FieldChange;
use storage::db::{handles, settings};
use texts::{FieldText, ProblemText};
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
    /// Files that are pushed at once to all targets together; null: any.
    #[schema(required)]
    push_most_parallel: Option<i64>,
    /// Bytes a day that are pushed to all targets together; null: any.
    #[schema(required)]
    push_daily_bytes: Option<i64>,
    /// Bytes a second that are pushed to all targets together; null: any.
    #[schema(required)]
    push_bytes_per_second: Option<i64>,
}

/// Change of a cap: absent, null and a number differ.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum CapChange {
    #[default]
    Unchanged,
    /// The cap is removed: no bound.
    Lifted,
    /// The cap becomes this number.
    Set(i64),
}

impl<'de> Deserialize<'de> for CapChange {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let most = Option::<i64>::deserialize(deserializer)?;
        Ok(most.map_or(Self::Lifted, Self::Set))
    }
}

/// The switches and caps to set; what is left out stays as it is.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SettingsChange)]
pub struct SwitchesChange {
    /// Whether whole orders may be extracted again (重提).
    reorder: Option<bool>,
    /// Whether an administrator lets registered people in (注册审核).
    approve_registrations: Option<bool>,
    /// Files that are pushed at once to all targets together; null: any.
    #[serde(default)]
    #[schema(value_type = Option<i64>)]
    push_most_parallel: CapChange,
    /// Bytes a day that are pushed to all targets together; null: any.
    #[serde(default)]
    #[schema(value_type = Option<i64>)]
    push_daily_bytes: CapChange,
    /// Bytes a second that are pushed to all targets together; null: any.
    #[serde(default)]
    #[schema(value_type = Option<i64>)]
    push_bytes_per_second: CapChange,
}

impl SwitchesChange {
    /// What is set, and by which name it came.
    const fn caps(self) -> [(PushCap, &'static str, CapChange); 3] {
        [
            (
                PushCap::MostParallel,
                "pushMostParallel",
                self.push_most_parallel,
            ),
            (PushCap::DailyBytes, "pushDailyBytes", self.push_daily_bytes),
            (
                PushCap::BytesPerSecond,
                "pushBytesPerSecond",
                self.push_bytes_per_second,
            ),
        ]
    }
}

async fn read(db: &mut PgConnection) -> Result<Switches, Problem> {
    let caps = settings::push_caps(db).await?;
    Ok(Switches {
        reorder: settings::is_on(db, Setting::Reorder).await?,
        approve_registrations: settings::is_on(db, Setting::ApproveRegistrations).await?,
        push_most_parallel: caps.most_parallel,
        push_daily_bytes: caps.daily_bytes,
        push_bytes_per_second: caps.bytes_per_second,
    })
}

/// The switches and caps as they are.
#[utoipa::path(get, path = "/api/settings", tag = "system", operation_id = "getSettings",
    responses((status = 200, body = Switches)))]
pub async fn get(State(context): State<Context>) -> Result<Json<Switches>, Problem> {
    Ok(Json(read(&mut *context.connection().await?).await?))
}

/// Switches and bounds for everybody, from now on.
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
    let caps = change.caps();
    let is_empty = switches.iter().all(|(_, on)| on.is_none())
        && caps.iter().all(|(.., to)| *to == CapChange::Unchanged);
    if is_empty {
        return Err(Problem::bad_request(ProblemText::Invalid));
    }
    for (cap, field, to) in caps {
        let (least, text) = match cap {
            PushCap::BytesPerSecond => (LEAST_RATE, FieldText::RateTooLow),
            PushCap::MostParallel | PushCap::DailyBytes => (1, FieldText::LimitWrong),
        };
        if matches!(to, CapChange::Set(most) if most < least) {
            return Err(Problem::invalid_field(field, text));
        }
    }
    let mut tx = context.begin().await?;
    settings::lock(&mut tx).await?;
    let now = context.now();
    for (setting, on) in switches {
        let Some(on) = on else { continue };
        let before = settings::is_on(&mut tx, setting).await?;
        settings::switch(&mut tx, setting, on, admin.id, now).await?;
        if before != on {
            let values = ((!on).to_string(), on.to_string());
            record(
                &context,
                &mut tx,
                (&admin, &client),
                setting.as_str(),
                values,
            )
            .await?;
        }
    }
    let before = settings::push_caps(&mut tx).await?;
    for (cap, _, to) in caps {
        let most = match to {
            CapChange::Unchanged => continue,
            CapChange::Lifted => None,
            CapChange::Set(most) => Some(most),
        };
        settings::set_push_cap(&mut tx, (cap, most), admin.id, now).await?;
        if before.get(cap) != most {
            let values = (written(before.get(cap)), written(most));
            record(&context, &mut tx, (&admin, &client), cap.as_str(), values).await?;
        }
    }
    handles::commit(tx).await?;
    Ok(Json(read(&mut *context.connection().await?).await?))
}

fn written(most: Option<i64>) -> String {
    most.map(|most| most.to_string()).unwrap_or_default()
}

async fn record(
    context: &Context,
    db: &mut PgConnection,
    (admin, client): (&Caller, &Client),
    key: &str,
    (before, after): (String, String),
) -> Result<(), Problem> {
    let change = FieldChange {
        field: key.to_owned(),
        before,
        after,
    };
    let audited = Audited {
        by: Some(admin.id),
        action: AuditAction::ChangeSetting,
        subject: (key, key),
        outcome: AuditOutcome::Done,
        reason: "",
        changes: &[change],
    };
    audit_log::record(context, db, client, &audited).await
}

#[cfg(test)]
mod tests;
