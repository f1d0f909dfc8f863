//! Items in their nodes: by rules, by their collection, in the fallback, or in a node that is made for them.

use std::collections::HashMap;

use domain::catalogue::NodeKind;
use domain::catalogue::placement::{Placement, PlacementRules, SceneTraits};
use domain::catalogue::scene_type::SceneType;
use domain::field::Source;
use storage::db::catalogue::{self, NewNode, ingest_rules};
use storage::db::scenes::NewScene;
use storage::{PgConnection, StorageError};

use crate::stac::CatalogueItem;

/// The collection of items that name none.
pub const UNSORTED: &str = "unsorted";

/// Which node each scene belongs to.
pub struct PlacedScenes {
    of_collections: HashMap<String, i64>,
    /// What the scenes of each node are.
    scene_types: HashMap<i64, SceneType>,
    rules: PlacementRules,
    /// Further metadata fields that may hold the processing level.
    level: Vec<String>,
}

impl PlacedScenes {
    /// As the catalogue and its rules are now.
    pub async fn load(db: &mut PgConnection) -> Result<Self, StorageError> {
        let nodes = catalogue::nodes(db).await?;
        let (rules, _) = ingest_rules::read(db).await?;
        let level = match Source::of_key("level") {
            Some(Source::Properties(names)) => names,
            _ => Vec::new(),
        };
        Ok(Self {
            scene_types: nodes
                .iter()
                .map(|node| (node.id, node.scene_type))
                .collect(),
            of_collections: nodes
                .into_iter()
                .filter_map(|node| Some((node.collection?, node.id)))
                .collect(),
            rules,
            level,
        })
    }

    /// The collection of an item, as rules and nodes know it.
    #[must_use]
    pub fn collection(item: &CatalogueItem) -> &str {
        item.collection.as_deref().unwrap_or(UNSORTED)
    }

    /// Where an item goes, and why.
    #[must_use]
    pub fn placement(&self, item: &CatalogueItem) -> Placement {
        let collection = Self::collection(item);
        let level = self.level_of(item);
        let traits = SceneTraits {
            collection,
            satellite: item.satellite.as_deref().unwrap_or_default(),
            sensor: item.sensor.as_deref().unwrap_or_default(),
            level: &level,
        };
        let own = self.of_collections.get(collection).copied();
        self.rules.placement_of(&traits, own)
    }

    fn level_of(&self, item: &CatalogueItem) -> String {
        if self.rules.rules.iter().all(|rule| rule.level.is_anything()) {
            return String::new();
        }
        let properties: serde_json::Value =
            serde_json::from_str(&item.properties).unwrap_or_default();
        let values = self
            .level
            .iter()
            .filter_map(|name| match &properties[name] {
                serde_json::Value::String(text) => Some(text.clone()),
                serde_json::Value::Number(number) => Some(number.to_string()),
                _ => None,
            });
        values
            .into_iter()
            .find(|text| !text.is_empty())
            .unwrap_or_default()
    }

    /// The scenes in their nodes; nodes that are missing are made.
    pub async fn target_of(
        &mut self,
        db: &mut PgConnection,
        items: Vec<CatalogueItem>,
    ) -> Result<Vec<NewScene>, StorageError> {
        let mut batch = Vec::with_capacity(items.len());
        for item in items {
            let node = match self.placement(&item).node() {
                Some(node) => node,
                None => self.make(db, Self::collection(&item)).await?,
            };
            let known = self.scene_types.get(&node).copied();
            let scene_type = known.unwrap_or_else(|| NodeKind::Imagery.usual_scene_type());
            batch.push(new_scene(item, node, scene_type));
        }
        Ok(batch)
    }

    /// A node of satellite images: what else a collection may be, nobody has said.
    async fn make(&mut self, db: &mut PgConnection, collection: &str) -> Result<i64, StorageError> {
        let new = NewNode {
            id: None,
            parent_id: None,
            label: if collection == UNSORTED {
                "未分类"
            } else {
                collection
            },
            kind: NodeKind::Imagery,
            collection: Some(collection),
            position: i32::MAX,
        };
        let node = catalogue::ensure(db, &new).await?;
        self.of_collections.insert(collection.to_owned(), node);
        Ok(node)
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "percent and metres need no more than 24 bits"
)]
fn new_scene(item: CatalogueItem, node: i64, scene_type: SceneType) -> NewScene {
    NewScene {
        dataid: item.dataid,
        dataname: item.dataname,
        scene_type,
        nodeid: node,
        satellite: item.satellite.unwrap_or_default(),
        sensor: item.sensor.unwrap_or_default(),
        acquired: item.acquired,
        received: item.received,
        cloud: item.cloud.map(|cloud| cloud as f32),
        gsd: item.gsd.map(|gsd| gsd as f32),
        archive_url: item.archive_url,
        file_name: item.file_name,
        size: item
            .size
            .and_then(|size| i64::try_from(size).ok())
            .unwrap_or(0),
        sha256: item.sha256.map(Vec::from),
        footprint: item.footprint,
        properties: serde_json::from_str(&item.properties).unwrap_or_default(),
        image_url: item.image_url,
    }
}
