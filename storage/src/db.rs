//! SQL, as plain functions over a connection. Callers own the transaction.

use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{PgConnection, PgPool, Row as _};

use crate::StorageError;

use self::line::LineLimits;

pub(crate) use self::handles::patient;
pub use self::listing::{Listing, Page};
pub(crate) use self::reading::{containing, footprint, known};

pub mod account_events;
pub mod account_mails;
pub(crate) mod acting;
pub mod archive_sources;
pub mod attachments;
pub mod audit_desk;
pub(crate) mod audit_heads;
pub mod audit_log;
pub mod audit_seals;
pub mod backup;
pub mod behaviour_figures;
pub mod behaviour_log;
pub mod behaviours;
pub mod bookmarks;
pub mod call_counts;
pub mod captchas;
pub mod cart;
pub mod catalogue;
pub mod client_systems;
pub mod content;
pub mod database_time;
pub mod delivered_scenes;
pub mod deliveries;
mod detail;
pub mod dictionary;
pub mod downloads;
pub mod emergencies;
pub mod expiry;
pub mod exports;
mod feed;
pub mod feedback;
pub mod field_lists;
pub mod figures_due;
pub mod former_passwords;
pub mod ftp_sessions;
pub mod handles;
pub mod health;
pub(crate) mod holdings;
pub mod imported;
pub mod interests;
pub mod items;
pub mod kept_areas;
pub mod line;
mod listing;
pub mod mail;
mod migrations;
pub mod moment_cursor;
pub mod monitor;
pub mod notices;
pub(crate) mod old_portal;
pub mod open_services;
pub mod order_attention;
pub mod order_checks;
pub mod order_events;
pub mod order_feed;
pub mod order_figures;
pub mod order_pushes;
pub mod order_scenes;
pub mod order_scope;
pub mod orders;
pub mod password_resets;
pub mod pending_decisions;
pub mod people;
pub mod personal_data;
pub mod previews;
pub mod provider_flows;
pub mod provider_links;
pub mod provider_sign_ins;
pub(crate) mod push_bounds;
pub mod push_keys;
pub mod push_pace;
pub(crate) mod push_sources;
pub mod push_targets;
pub mod push_uploads;
mod reading;
pub mod receive_files;
pub mod receive_runs;
pub mod receive_tasks;
pub mod received;
pub mod record_keys;
pub mod refused_requests;
pub mod regions;
pub mod registry;
pub mod research_results;
pub mod resting_places;
pub mod retention;
pub mod role_events;
pub mod roles;
pub mod saved_searches;
pub mod scene_copies;
pub mod scene_files;
pub mod scene_regions;
pub mod scene_withdrawals;
pub mod scenes;
pub mod scopes;
pub mod search_lane;
pub mod second_factors;
pub mod separation;
pub mod service_figures;
pub mod sessions;
pub(crate) mod set_up_link;
pub mod settings;
pub mod shelves;
pub mod sign_in;
pub mod source_pace;
pub mod staged;
pub mod subscriptions;
pub mod survey;
pub mod system;
pub(crate) mod task_acts;
pub mod task_attempts;
pub mod task_feed;
pub mod task_listing;
pub mod tasks;
pub mod transfers;
pub mod units;
pub mod users;
pub mod usual_times;
mod values;
mod visible_nodes;
pub mod waits;
pub mod webhooks;
pub mod worker_registry;
pub mod yearly_reports;

/// How long a request waits for a free connection before it answers 503.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);

/// Sets what holds for every session. A process that stands still in the middle of a transaction (paused, swapped out) holds
/// its locks for ten seconds; then the database ends its session, and it finds that out when it comes back. Where the
/// client is gone the database ends the statement, and none runs for ever: what may take long says so ([`patient`]). Whoever
/// waits for what another session has locked gives up long before that: nobody here holds a lock for half a minute, so
/// the other session stands still, or is a person's at a prompt.
async fn limit_session(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "SELECT set_config('idle_in_transaction_session_timeout', '10s', false) AS idle, \
         set_config('client_connection_check_interval', '5s', false) AS client, \
         set_config('statement_timeout', '5min', false) AS statement, set_config('lock_timeout', '30s', false) AS lock"
    )
    .fetch_one(connection)
    .await?;
    Ok(())
}

/// Opens the pool that one process shares.
pub async fn connect(url: &str, connections: u32) -> Result<PgPool, StorageError> {
    connect_over(url, connections, LineLimits::default()).await
}

/// The same, with other limits of what the network may do.
pub async fn connect_over(
    url: &str,
    connections: u32,
    limits: LineLimits,
) -> Result<PgPool, StorageError> {
    let options: PgConnectOptions = line::lead(url.parse()?, limits).await?;
    Ok(PgPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        .after_connect(|connection, _| Box::pin(limit_session(connection)))
        .after_release(|connection, _| Box::pin(is_outside_transactions(connection)))
        .connect_with(options.application_name("scenedock"))
        .await?)
}

/// Whether a connection is in no transaction. One whose caller went away while it began is in one that its pool knows nothing
/// of: what the next caller writes alone would be acknowledged, and lost when the database ends the session. Outside, the
/// statement is its transaction and both began at one moment: not so where it is prepared first, which a checked one is.
async fn is_outside_transactions(connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    let row = sqlx::raw_sql("SELECT now() = statement_timestamp()")
        .fetch_one(connection)
        .await?;
    row.try_get(0)
}

/// Brings the schema to this version; safe to run from several processes at once.
pub async fn migrate(pool: &PgPool) -> Result<(), StorageError> {
    migrations::run(pool).await?;
    scenes::convert_footprints(pool).await
}
