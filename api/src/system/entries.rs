//! `GET` and `PUT /api/system`

use texts::SettingText;

use axum::extract::State;
use domain::audit_log::{AuditAction, AuditOutcome};
use domain::system::SysKey;
use serde::{Deserialize, Serialize};
use storage::db::account_events::FieldChange;
use storage::db::{handles, system};
use utoipa::ToSchema;

use super::cache::System;
use super::{configured, map};
use crate::audit_log::{self, Audited};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, List};
use crate::problem::{FieldError, Problem, ProblemBody};

/// Most entries in a request.
const MOST: usize = 100;

/// An entry.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SysInfo {
    sys_key: String,
    sys_value: String,
}

fn all_entries(system: &System) -> List<SysInfo> {
    let entry = |key: SysKey| SysInfo {
        sys_key: key.as_str().to_owned(),
        sys_value: system.text(key).to_owned(),
    };
    let items: Vec<SysInfo> = SysKey::ALL.into_iter().map(entry).collect();
    let total = i64::try_from(items.len()).unwrap_or(i64::MAX);
    List { items, total }
}

/// Every entry, with what holds until somebody saves it.
#[utoipa::path(get, path = "/api/system", tag = "system", operation_id = "listSysInfos",
    responses((status = 200, body = List<SysInfo>)))]
pub(super) async fn list(State(context): State<Context>) -> Result<Json<List<SysInfo>>, Problem> {
    let system = configured::refresh(&context).await?;
    Ok(Json(all_entries(&system)))
}

/// Entries to save.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct SysInfos {
    items: Vec<SysInfo>,
}

/// Saves the entries that are given, all of them or, when one is refused, none.
#[utoipa::path(put, path = "/api/system", tag = "system", operation_id = "saveSysInfo", request_body = SysInfos,
    responses((status = 200, body = List<SysInfo>), (status = 400, body = ProblemBody)))]
pub(super) async fn save(
    State(context): State<Context>,
    admin: Caller,
    client: Client,
    Json(given): Json<SysInfos>,
) -> Result<Json<List<SysInfo>>, Problem> {
    let entries = checked(given.items)?;
    let mut tx = context.begin().await?;
    let before = configured::of_entries(&context.settings, system::saved(&mut tx).await?);
    for (key, value) in &entries {
        system::save(&mut tx, *key, value, admin.id, context.now()).await?;
        if before.text(*key) != value {
            let change = change(*key, before.text(*key), value);
            let audited = Audited {
                by: Some(admin.id),
                action: AuditAction::ChangeSetting,
                subject: (key.as_str(), key.as_str()),
                outcome: AuditOutcome::Done,
                reason: "",
                changes: &[change],
            };
            audit_log::record(&context, &mut tx, &client, &audited).await?;
        }
    }
    check_extent(&configured::of_entries(
        &context.settings,
        system::saved(&mut tx).await?,
    ))?;
    handles::commit(tx).await?;
    let system = configured::refresh(&context).await?;
    Ok(Json(all_entries(&system)))
}

fn change(key: SysKey, before: &str, after: &str) -> FieldChange {
    // A secret is not written down anew.
    let loggable = |value: &str| match key {
        SysKey::ServiceToken if !value.is_empty() => "***".to_owned(),
        _ => value.to_owned(),
    };
    FieldChange {
        field: key.as_str().to_owned(),
        before: loggable(before),
        after: loggable(after),
    }
}

fn checked(items: Vec<SysInfo>) -> Result<Vec<(SysKey, String)>, Problem> {
    if items.len() > MOST {
        return Err(Problem::invalid_field(
            "items",
            SettingText::TooManySettings,
        ));
    }
    let (mut entries, mut errors) = (Vec::with_capacity(items.len()), Vec::new());
    for item in items {
        let value = item.sys_value.trim().to_owned();
        let refused = match SysKey::parse(&item.sys_key) {
            None => Some(SettingText::NoSuchSetting),
            Some(key) => {
                let refused = key.check(&value).err();
                entries.push((key, value));
                refused
            }
        };
        if let Some(text) = refused {
            // The beginning: it may be anything.
            let field: String = item.sys_key.chars().take(40).collect();
            errors.push(FieldError::new(field, text));
        }
    }
    if !errors.is_empty() {
        return Err(Problem::invalid(errors));
    }
    // In one order, whatever order they came in: two who save at once wait for one another, never crosswise.
    entries.sort_by_key(|(key, _)| *key);
    Ok(entries)
}

/// Corners that are all there must be those of something.
fn check_extent(system: &System) -> Result<(), Problem> {
    let corners = [
        SysKey::LongTopLeft,
        SysKey::LatTopLeft,
        SysKey::LongTopRight,
        SysKey::LatTopRight,
    ];
    let given = corners.iter().all(|key| !system.text(*key).is_empty());
    if given && map::extent(system).is_none() {
        return Err(Problem::invalid_field(
            SysKey::LongTopRight.as_str(),
            SettingText::ExtentFlat,
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests;
