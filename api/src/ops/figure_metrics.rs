//! Figures of the statistics page as metrics: read by the same functions, so that both never disagree. See docs/figures.md.

use chrono::NaiveDate;
use domain::statistics::{OrderFigures, Period};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::{ConstGauge, Gauge};
use prometheus_client::registry::Registry;
use storage::db::downloads::{self, DownloadDimension, DownloadFigures};
use storage::db::order_figures::{self, FigureSource};
use storage::db::order_scope::OrderScope;
use storage::db::received::{self, ReceivedDimension, ReceivedFigures, ReceivedFilter};
use storage::db::scenes::SceneScope;
use storage::db::service_figures::{self, PreparationFigures};
use storage::{PgConnection, StorageError};

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct MethodLabels {
    method: &'static str,
}

/// What was ordered, prepared, downloaded and received since there is anything: read from sums, never from single rows.
pub(super) async fn register(
    registry: &mut Registry,
    db: &mut PgConnection,
) -> Result<(), StorageError> {
    let ever = Period::new(NaiveDate::MIN, NaiveDate::MAX);
    let ordered = order_figures::total(db, &FigureSource::RolledUp, ever).await?;
    register_orders(
        registry,
        [("online", ordered.online), ("offline", ordered.offline)],
    );
    let months = service_figures::preparation_by_month(db, (&OrderScope::All, ever)).await?;
    let mut prepared = PreparationFigures::default();
    for figures in months.values() {
        prepared += figures;
    }
    let fetched = downloads::figures(
        db,
        (&OrderScope::All, ever),
        None,
        DownloadDimension::Protocol,
    )
    .await?;
    let mut downloaded = DownloadFigures::default();
    for figures in fetched.into_values() {
        downloaded += figures;
    }
    let filter = ReceivedFilter {
        period: ever,
        satellite: None,
        node: None,
    };
    let everything = SceneScope::everything();
    let came = received::figures(db, &everything, &filter, ReceivedDimension::Satellite).await?;
    let mut received = ReceivedFigures::default();
    for figures in came.into_values() {
        received += figures;
    }
    for (name, help, value) in [
        (
            "prepared_orders",
            "Orders whose first delivery was opened",
            prepared.took.durations(),
        ),
        (
            "preparation_failures",
            "Steps of preparations that ended without a result",
            prepared.failures.values().sum(),
        ),
        (
            "downloads",
            "Transfers of deliveries and scenes that ended",
            downloaded.transfers,
        ),
        (
            "downloaded_files",
            "Of these, those that brought a file to its end",
            downloaded.files,
        ),
        (
            "downloads_broken",
            "Of these, those that were broken off",
            downloaded.broken,
        ),
        ("download_bytes", "Bytes that were sent", downloaded.bytes.0),
        (
            "received_scenes",
            "Scenes that the archive took in and still has",
            received.scenes,
        ),
        ("received_bytes", "The sum of their sizes", received.bytes.0),
    ] {
        registry.register(name, help, ConstGauge::new(gauge(value)));
    }
    Ok(())
}

fn register_orders(registry: &mut Registry, methods: [(&'static str, OrderFigures); 2]) {
    let [orders, scenes, bytes] = [(); 3].map(|()| Family::<MethodLabels, Gauge>::default());
    for (method, figures) in methods {
        let labels = MethodLabels { method };
        orders.get_or_create(&labels).set(gauge(figures.orders));
        scenes.get_or_create(&labels).set(gauge(figures.scenes));
        bytes.get_or_create(&labels).set(gauge(figures.bytes.0));
    }
    registry.register("orders", "Orders that were ever submitted", orders);
    registry.register("ordered_scenes", "Scenes of these orders", scenes);
    registry.register("ordered_bytes", "The sum of their sizes", bytes);
}

fn gauge(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
