//! `scenedock admin check-figures`: compares every sum with what it counts, and prints where they differ.

use anyhow::bail;
use chrono::{Days, NaiveDate, TimeDelta};
use domain::calendar::china_day;
use sqlx::PgConnection;
use storage::db::{
    behaviour_figures, downloads, order_figures, received, registry, research_results,
    service_figures,
};
use storage::{StorageError, clock, db};

use crate::parts::ProcessParts;

pub(super) async fn check(parts: &ProcessParts) -> anyhow::Result<()> {
    let mut db = db::handles::connection(&parts.pool).await?;
    let since = first_whole_day(parts.settings.record_days);
    let orders = orders(&mut db).await?;
    let scenes = scenes(&mut db).await?;
    let service = service(&mut db).await?;
    let provided = provided(&mut db).await?;
    let results = results(&mut db).await?;
    let transfers = transfers(&mut db, since).await?;
    let behaviours = behaviours(&mut db, since).await?;
    if orders + scenes + service + provided + results + transfers + behaviours > 0 {
        bail!(
            "{orders} rows of the statistics differ from the orders, {scenes} from the catalogue, {service} from deliveries, failures \
             and ratings, {provided} from the registry, {results} from the results, {transfers} from the downloads, {behaviours} from what people did"
        );
    }
    println!("the statistics say what they count");
    Ok(())
}

/// Prints where the figures of orders differ; how many do. The others alike.
async fn orders(db: &mut PgConnection) -> Result<usize, StorageError> {
    let differing = order_figures::differences(db).await?;
    for found in &differing {
        println!(
            "{} {} {} {:?} get method {}: {:?} in the statistics, {:?} in the orders",
            found.span,
            found.starts,
            found.dimension,
            found.value,
            found.get_method,
            found.rolled_up,
            found.counted
        );
    }
    Ok(differing.len())
}

async fn scenes(db: &mut PgConnection) -> Result<usize, StorageError> {
    let differing = received::differences(db).await?;
    for found in &differing {
        println!(
            "{} {} satellite {:?} node {}: {:?} in the statistics, {:?} in the catalogue",
            found.span, found.starts, found.satellite, found.node, found.summed, found.counted
        );
    }
    Ok(differing.len())
}

async fn service(db: &mut PgConnection) -> Result<usize, StorageError> {
    let differing = service_figures::differences(db).await?;
    for found in &differing {
        println!(
            "{} {} {} {:?}: {} in the statistics, {} in what they count",
            found.span, found.starts, found.measure, found.value, found.summed, found.counted
        );
    }
    Ok(differing.len())
}

async fn provided(db: &mut PgConnection) -> Result<usize, StorageError> {
    let differing = registry::differences(db).await?;
    for found in &differing {
        println!(
            "{} {} provided to {:?}, {} {:?}: {:?} in the statistics, {:?} in the registry",
            found.span,
            found.starts,
            found.unit,
            found.tells,
            found.value,
            found.summed,
            found.counted
        );
    }
    Ok(differing.len())
}

async fn results(db: &mut PgConnection) -> Result<usize, StorageError> {
    let differing = research_results::differences(db).await?;
    for found in &differing {
        println!(
            "{} results by {} {:?}: {:?} in the statistics, {:?} in the results",
            found.year, found.dimension, found.value, found.summed, found.counted
        );
    }
    Ok(differing.len())
}

async fn transfers(db: &mut PgConnection, since: NaiveDate) -> Result<usize, StorageError> {
    let differing = downloads::differences(db, since).await?;
    for found in &differing {
        println!(
            "{} {} protocol {}: {:?} in the statistics, {:?} in the transfers",
            found.span, found.starts, found.protocol, found.summed, found.counted
        );
    }
    Ok(differing.len())
}

async fn behaviours(db: &mut PgConnection, since: NaiveDate) -> Result<usize, StorageError> {
    let differing = behaviour_figures::differences(db, since).await?;
    for found in &differing {
        println!(
            "{} behaviour {}: times, scenes and bytes {:?} in the statistics, {:?} in the record",
            found.day, found.kind, found.summed, found.counted
        );
    }
    Ok(differing.len())
}

/// Records of earlier days may be removed. A transfer is removed by when it began: those that ended later may be missing for a day.
fn first_whole_day(record_days: u32) -> NaiveDate {
    let kept = clock::now().checked_sub_signed(TimeDelta::days(record_days.into()));
    kept.and_then(|kept| china_day(kept).checked_add_days(Days::new(2)))
        .unwrap_or(NaiveDate::MIN)
}
