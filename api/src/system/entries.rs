//! `GET` and `PUT /api/system`

use texts::{ProblemText, SettingText};

use axum::extract::State;
use axum::http::StatusCode;
use domain::audit_log::{AuditAction, AuditOutcome};
use domain::system::SysKey;
use domain::text::is_blank;
use serde::{Deserialize, Serialize};
use storage::db::account_events::FieldChange;
use storage::db::{handles, settings, system};
use utoipa::ToSchema;

use super::cache::System;
use super::{configured, map, policy};
use crate::audit_log::{self, Audited};
use crate::caller::{Caller, Client};
use crate::context::{Context, Settings};
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

/// Saves the entries that are given, all of them or, when one is refused, none. Each is given once.
#[utoipa::path(put, path = "/api/system", tag = "system", operation_id = "saveSysInfo", request_body = SysInfos,
    responses((status = 200, body = List<SysInfo>), (status = 400, body = ProblemBody), (status = 422, body = ProblemBody)))]
pub(super) async fn save(
    State(context): State<Context>,
    admin: Caller,
    client: Client,
    Json(given): Json<SysInfos>,
) -> Result<Json<List<SysInfo>>, Problem> {
    let entries = checked(given.items)?;
    let mut tx = context.begin().await?;
    settings::lock(&mut tx).await?;
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
    let after = configured::of_entries(&context.settings, system::saved(&mut tx).await?);
    check_extent(&after)?;
    check_servers(&before, &after, &context.settings)?;
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
        // What shows nothing is empty, to the check and to whoever reads what is kept.
        let value = match item.sys_value.trim() {
            text if is_blank(text) => String::new(),
            text => text.to_owned(),
        };
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
    entries.sort_by_key(|(key, _)| *key);
    let twice = entries.windows(2).find(|pair| pair[0].0 == pair[1].0);
    match twice {
        Some(pair) => Err(named_twice(pair[0].0)),
        None => Ok(entries),
    }
}

fn named_twice(key: SysKey) -> Problem {
    let error = FieldError::new(key.as_str(), ProblemText::SettingTwice);
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, ProblemText::SettingTwice)
        .with_errors(vec![error])
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

/// Layers, logo and mask come from as many servers as the policy of every page can name. What does not change them is saved, and
/// what makes a policy shorter that was too long before.
fn check_servers(before: &System, after: &System, settings: &Settings) -> Result<(), Problem> {
    let with_servers = [
        SysKey::MapLayers,
        SysKey::VectorMap,
        SysKey::ImageMap,
        SysKey::ThreeMap,
        SysKey::SysLog,
        SysKey::MaskUrl,
    ];
    let mut keys = with_servers.into_iter();
    let changed = keys.find(|key| before.text(*key) != after.text(*key));
    let more = &settings.tile_origins;
    match changed {
        Some(key)
            if !policy::names_all(after, more)
                && policy::length(after, more) >= policy::length(before, more) =>
        {
            Err(Problem::invalid_field(
                key.as_str(),
                SettingText::TooManyServers,
            ))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests;
