//! Figures as the specification names them.

use domain::statistics::MethodFigures;
use serde::Serialize;
use utoipa::ToSchema;

/// Orders, volumes and scenes, online, offline and together. Volumes in TB (2^40 bytes).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
pub(super) struct OrderFigureFields {
    /// Orders that are downloaded.
    #[serde(rename = "onlineOrderNum")]
    online_orders: u64,
    /// Orders that are copied to a disk.
    #[serde(rename = "offlineOrderNum")]
    offline_orders: u64,
    /// Orders of both methods.
    #[serde(rename = "OrderNum")]
    orders: u64,
    /// TB.
    #[serde(rename = "onlineOrderSize")]
    online_size: f64,
    /// TB.
    #[serde(rename = "offlineOrderSize")]
    offline_size: f64,
    /// TB.
    #[serde(rename = "OrderSize")]
    size: f64,
    /// Scenes of orders that are downloaded.
    #[serde(rename = "onlineOrderSceneNum")]
    online_scenes: u64,
    /// Scenes of orders that are copied to a disk.
    #[serde(rename = "offlineOrderSceneNum")]
    offline_scenes: u64,
    /// Scenes of both methods.
    #[serde(rename = "OrderSceneNum")]
    scenes: u64,
}

impl From<MethodFigures> for OrderFigureFields {
    fn from(figures: MethodFigures) -> Self {
        let total = figures.total();
        Self {
            online_orders: figures.online.orders,
            offline_orders: figures.offline.orders,
            orders: total.orders,
            online_size: figures.online.bytes.terabytes(),
            offline_size: figures.offline.bytes.terabytes(),
            size: total.bytes.terabytes(),
            online_scenes: figures.online.scenes,
            offline_scenes: figures.offline.scenes,
            scenes: total.scenes,
        }
    }
}
