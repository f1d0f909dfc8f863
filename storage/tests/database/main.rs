//! What storage writes and answers, against a real Postgres: a file a matter. One program, so that one Postgres starts and one
//! file is linked.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on says so by panicking"
)]

mod access_tokens;
mod account_events;
mod acting;
mod appointing;
mod audit_head;
mod audit_log;
mod backup;
mod backup_rows;
mod behaviour_figures;
mod behaviour_months;
mod content;
mod downloads;
mod field_lists;
mod figures_due;
mod footprint_text;
mod old_portal;
mod open_services;
mod order_figures;
mod order_list;
mod own_changes;
mod provider_links;
mod push_keys;
mod received;
mod report_notes;
mod resting_places;
mod retention;
mod scene_regions;
mod scenes;
mod service_figures;
mod statements;
mod suggestions;
