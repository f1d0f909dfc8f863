//! The task ledger, the life cycle of orders and the queue, against real Postgres and Redis.
//!
//! Slow together: close to two hundred tests, each with a database of its own.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on says so by panicking"
)]

mod abandoned;
mod attempts;
mod away;
mod backfills;
mod changed_subscriptions;
mod claims;
mod contention;
mod copies;
mod creation;
mod decisions;
mod deliveries;
mod dispatch;
mod emergencies;
mod expiry;
mod export_plans;
mod exports;
mod line;
mod looks;
mod newer;
mod preparation;
mod previews;
mod push_bounds;
mod push_hours;
mod push_reasons;
mod push_uploads;
mod pushed_orders;
mod pushes;
mod queue;
mod quotas;
mod refused_files;
mod reuse;
mod revisions;
mod sealed_papers;
mod shelves;
mod source_pace;
mod sources;
mod steering;
mod stopped_targets;
mod subscription_papers;
mod tallies;
mod turns;
mod waits;
mod withdrawal_effects;
mod withdrawals;
mod world;
