//! The record of a search, written beside it: it neither delays nor fails a search.

use std::sync::Arc;

use domain::behaviour::Behaviour;
use domain::ids::UserId;
use serde::{Deserialize, Serialize};
use storage::StorageError;
use storage::db::behaviours::{self, BehaviourEntry};
use storage::db::scenes::Bounds;

use crate::caller::Client;
use crate::context::Context;

/// What is kept of each list of a search.
const MAX_KEPT: usize = 20;

/// A search that was answered.
pub(crate) struct SearchRecord {
    pub(crate) kind: Behaviour,
    pub(crate) user: UserId,
    pub(crate) client: Client,
    /// Path and query; the record keeps its beginning.
    pub(crate) address: String,
    /// How many scenes were found.
    pub(crate) found: i64,
    /// What it tells of the person's interests.
    pub(crate) interest: Interest,
}

/// Conditions of a search, for recommendations.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Interest {
    /// West, south, east, north: together they hold the area.
    pub(crate) boxes: Vec<[f64; 4]>,
    pub(crate) satellites: Vec<String>,
    pub(crate) sensors: Vec<String>,
    pub(crate) node_ids: Vec<i64>,
}

impl Interest {
    pub(crate) fn new(
        boxes: &[Bounds],
        satellites: &[String],
        sensors: &[String],
        node_ids: &[i64],
    ) -> Self {
        let boxes = boxes.iter().take(MAX_KEPT);
        Self {
            boxes: boxes
                .map(|part| [part.west, part.south, part.east, part.north])
                .collect(),
            satellites: satellites.iter().take(MAX_KEPT).cloned().collect(),
            sensors: sensors.iter().take(MAX_KEPT).cloned().collect(),
            node_ids: node_ids.iter().take(MAX_KEPT).copied().collect(),
        }
    }

    fn row(&self) -> Option<serde_json::Value> {
        (*self != Self::default())
            .then(|| serde_json::to_value(self).ok())
            .flatten()
    }
}

/// Writes it down, sooner or later.
pub(crate) fn written(context: &Context, searched: SearchRecord) {
    let Ok(permit) = Arc::clone(&context.search_recorders).try_acquire_owned() else {
        tracing::warn!("the record of a search was dropped");
        return;
    };
    let context = context.clone();
    tokio::spawn(async move {
        if let Err(error) = write(&context, &searched).await {
            tracing::warn!(%error, "the record of a search was not written");
        }
        drop(permit);
    });
}

async fn write(context: &Context, searched: &SearchRecord) -> Result<(), StorageError> {
    let entry = BehaviourEntry {
        kind: searched.kind,
        at: context.now(),
        user: Some(searched.user),
        client_ip: &searched.client.ip,
        agent: &searched.client.agent,
        detail_url: &searched.address,
        ordername: None,
        data_num: Some(searched.found),
        data_size: None,
    };
    let mut db = context.connection().await?;
    behaviours::record_search(&mut db, &entry, searched.interest.row().as_ref()).await
}
