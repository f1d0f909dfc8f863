//! System configuration as this process knows it. Every answer carries a policy that follows from it, so it is kept in
//! memory, at most some seconds old; who saves sees it at once.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::header;
use axum::middleware::Next;
use axum::response::Response;
use domain::sign_in_policy::FORMER_PASSWORDS;
use domain::system::{SysKey, TOOLS};
use storage::StorageError;
use storage::db::system;

use super::cache::System;
use super::policy::policy;
use crate::context::{Context, Settings};

/// When it is read anew; other processes save too.
const FRESH: Duration = Duration::from_secs(5);
/// Older than this it is not answered by at all, if it can be read: a process that nobody asked for an hour must not serve the
/// configuration of an hour ago.
const OLD: Duration = Duration::from_mins(1);
/// How long an answer waits for it.
const FIRST: Duration = Duration::from_secs(2);

/// What was saved, above what the process was started with.
pub fn of_entries(settings: &Settings, saved: BTreeMap<SysKey, String>) -> System {
    let mut entries = BTreeMap::from([
        (SysKey::SysName, settings.sys_name.clone()),
        (SysKey::SystemName, settings.system_name.clone()),
        (SysKey::ContactTele, settings.contact_tele.clone()),
        (SysKey::ContactAddress, settings.contact_address.clone()),
        (SysKey::ToolList, TOOLS.join(",")),
        (SysKey::PasswordHistory, FORMER_PASSWORDS.to_string()),
    ]);
    entries.extend(saved);
    let system = System::new(entries);
    let policy = policy(&system, &settings.tile_origins);
    system.with_policy(policy)
}

/// As it is, or was some seconds ago; never an error, and no wait unless nothing is known yet or what is known is old.
pub async fn current(context: &Context) -> Arc<System> {
    match context.system.known() {
        Some((read, system)) if read.elapsed() < FRESH => system,
        Some((read, system)) if read.elapsed() < OLD => {
            let context = context.clone();
            tokio::spawn(async move {
                // One at a time.
                if let Ok(_reading) = context.system.reading.try_lock() {
                    keep_known(&context).await;
                }
            });
            system
        }
        _ => {
            let _reading = context.system.reading.lock().await;
            // Somebody else may have read it meanwhile.
            if let Some((read, system)) = context.system.known()
                && read.elapsed() < OLD
            {
                return system;
            }
            let read = tokio::time::timeout(FIRST, keep_known(context)).await;
            match context.system.known() {
                Some((_, system)) if read.is_ok() => system,
                known => {
                    tracing::warn!("system configuration was not read in time");
                    let system = match known {
                        Some((_, old)) => old,
                        None => Arc::new(of_entries(&context.settings, BTreeMap::new())),
                    };
                    // Remembered, so that the next one does not wait too.
                    context.system.remember(&system);
                    system
                }
            }
        }
    }
}

/// Reads it; when that fails, what was known holds on.
async fn keep_known(context: &Context) {
    let system = match read(context).await {
        Ok(system) => system,
        Err(error) => {
            tracing::warn!(%error, "system configuration is not up to date");
            match context.system.known() {
                Some((_, system)) => system,
                None => Arc::new(of_entries(&context.settings, BTreeMap::new())),
            }
        }
    };
    context.system.remember(&system);
}

async fn read(context: &Context) -> Result<Arc<System>, StorageError> {
    let mut db = context.connection().await?;
    let saved = system::saved(&mut db).await?;
    Ok(Arc::new(of_entries(&context.settings, saved)))
}

/// After somebody has saved here: whoever began to read before is waited for, so that nothing older is remembered.
pub async fn refresh(context: &Context) -> Result<Arc<System>, StorageError> {
    let _reading = context.system.reading.lock().await;
    let system = read(context).await?;
    context.system.remember(&system);
    Ok(system)
}

/// Adds the policy to answers that have none of their own.
pub async fn add_policy(State(context): State<Context>, request: Request, next: Next) -> Response {
    let mut answer = next.run(request).await;
    if !answer
        .headers()
        .contains_key(header::CONTENT_SECURITY_POLICY)
    {
        let policy = current(&context).await.policy();
        answer
            .headers_mut()
            .insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    answer
}
