//! The delivery of a package, published where the claim still stands.

use chrono::{DateTime, TimeDelta, Utc};
use domain::ids::DeliveryId;
use storage::db::deliveries::{DeliveryFile, HandOver};
use storage::db::tasks::Task;
use storage::lifecycle::preparation::{self, Packaged};

use crate::crew::Crew;
use crate::fault::Fault;
use crate::jobs::outcome::{publish_fault, published};

/// Writes the delivery's row and its files'.
pub(super) async fn hand_over(
    crew: &Crew,
    task: Task,
    hand_out: &HandOver,
    files: &[DeliveryFile],
    now: DateTime<Utc>,
) -> Result<(), Fault> {
    let packaged = Packaged {
        delivery: DeliveryId::fresh(),
        hand_out,
        expires: now + TimeDelta::days(i64::from(crew.settings.delivery_days)),
        files,
    };
    preparation::publish_package(&crew.pool, task, &packaged, now)
        .await
        .map_err(|error| publish_fault(&error))
        .and_then(published)
}
