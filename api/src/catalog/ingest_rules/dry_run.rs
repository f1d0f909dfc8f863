//! `POST /api/catalog/ingestRules/dryRun`

use std::collections::BTreeMap;

use axum::extract::State;
use domain::catalogue::placement::{Placement, SceneTraits};
use domain::field::Source;
use serde::Serialize;
use storage::db::catalogue::ingest_rules;
use utoipa::ToSchema;

use super::IngestRulesDraft;
use crate::caller::Caller;
use crate::catalogue_scope;
use crate::context::Context;
use crate::json::Json;
use crate::problem::{Problem, ProblemBody};

/// What rules would do with scenes like those of the catalogue.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct IngestDryRun {
    /// Collections that were looked at.
    collections: usize,
    /// Those of which a rule or a node's collection takes everything.
    placed: usize,
    /// Collections with scenes that would go to the fallback node.
    to_fallback: usize,
    /// Those that would get a node of their own.
    to_new_nodes: usize,
    /// What becomes of scenes that are alike.
    items: Vec<DryRunItem>,
}

/// Where scenes of one collection, satellite, sensor and level would go.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DryRunItem {
    /// The collection of the node they lie in, or empty.
    collection: String,
    satellite: String,
    sensor: String,
    level: String,
    /// The node they lie in.
    from_id: i64,
    /// The node they would go to; null: one that is made.
    #[schema(required)]
    to_id: Option<i64>,
    /// The rule that says so, counted from 1; null: none.
    #[schema(required)]
    rule: Option<usize>,
}

/// Says where the newest scenes of each satellite in each node would go, if they came in under these rules. Nothing is
/// written. `scenedock ingest --dry-run` says it of files.
#[utoipa::path(post, path = "/api/catalog/ingestRules/dryRun", tag = "catalogue", operation_id = "dryRunIngestRules",
    request_body = IngestRulesDraft,
    responses((status = 200, body = IngestDryRun), (status = 400, body = ProblemBody)))]
pub(super) async fn dry_run(
    State(context): State<Context>,
    caller: Caller,
    Json(draft): Json<IngestRulesDraft>,
) -> Result<Json<IngestDryRun>, Problem> {
    let rules = draft.read()?;
    let mut db = context.connection().await?;
    let viewer = catalogue_scope::viewer(Some(&caller));
    let scope = catalogue_scope::scope_of(&context, &mut db, viewer).await?;
    let level = match Source::of_key("level") {
        Some(Source::Properties(names)) => names,
        _ => Vec::new(),
    };
    let mut alike = ingest_rules::sample(&mut db, &level).await?;
    drop(db);
    alike.retain(|scenes| scope.holds_node(scenes.node));
    let mut items = Vec::with_capacity(alike.len());
    let mut ends: BTreeMap<String, Vec<Placement>> = BTreeMap::new();
    for scenes in alike {
        let own = (!scenes.collection.is_empty()).then_some(scenes.node);
        let traits = SceneTraits {
            collection: &scenes.collection,
            satellite: &scenes.satellite,
            sensor: &scenes.sensor,
            level: &scenes.level,
        };
        let placement = rules.placement_of(&traits, own);
        // Nodes without a collection are told apart by themselves.
        let name = match own {
            Some(_) => scenes.collection.clone(),
            None => format!("\u{0}{}", scenes.node),
        };
        ends.entry(name).or_default().push(placement);
        items.push(DryRunItem {
            rule: match placement {
                Placement::ByRule(index, _) => Some(index + 1),
                _ => None,
            },
            to_id: placement.node(),
            from_id: scenes.node,
            collection: scenes.collection,
            satellite: scenes.satellite,
            sensor: scenes.sensor,
            level: scenes.level,
        });
    }
    let count = |holds: fn(&[Placement]) -> bool| ends.values().filter(|all| holds(all)).count();
    Ok(Json(IngestDryRun {
        collections: ends.len(),
        placed: count(|all| all.iter().all(|one| one.is_said())),
        to_fallback: count(|all| all.iter().any(|one| matches!(one, Placement::Fallback(_)))),
        to_new_nodes: count(|all| all.contains(&Placement::NewNode)),
        items,
    }))
}
