//! `GET /api/recommend`

pub(crate) mod place_name;

use std::collections::HashSet;
use std::sync::Arc;

use axum::extract::State;
use chrono::{DateTime, TimeDelta, Utc};
use domain::recommend::{Source, appeal, in_turns};
use geo::{Geometry, MultiPolygon, Rect};
use serde::Serialize;
use storage::db::catalogue::Tree;
use storage::db::interests::{self, ChosenScene};
use storage::db::scenes::{self, Near, Rank, Scene, SceneFilter, SceneScope};
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::caller::Caller;
use crate::catalogue_scope;
use crate::context::Context;
use crate::geometry::area::Area;
use crate::json::{Json, Query};
use crate::orders::codes;
use crate::problem::Problem;
use crate::router::{RouteAccess, Routes};
use crate::scenes::SceneBody;
use crate::scenes::search_record::Interest;
use crate::scenes::similar::Limit;

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(RouteAccess::SignedIn, routes!(recommend));
}

/// What somebody searched for longer ago says little.
const REMEMBERED: TimeDelta = TimeDelta::days(180);
/// Rows that are read for the interests.
const MAX_SEARCHES: i64 = 50;
const MAX_CHOSEN: i64 = 20;
/// Interests of each source that are followed.
const MAX_INTERESTS: usize = 4;
/// Scenes of this age are looked at first; older ones where there are none.
const RECENT: TimeDelta = TimeDelta::days(730);

/// Scenes that may please the caller.
#[derive(Debug, Serialize, ToSchema)]
pub struct Recommendations {
    items: Vec<Recommended>,
    /// Number of scenes recommended, on all pages.
    total: usize,
}

/// A scene, and why it is shown.
#[derive(Debug, Serialize, ToSchema)]
pub struct Recommended {
    #[serde(flatten)]
    scene: SceneBody,
    because: ReasonBody,
}

/// Why a scene is recommended.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReasonBody {
    #[schema(value_type = codes::InterestSource)]
    source: Source,
    /// Name of the region around what the person looked for; null where none was drawn or none fits.
    #[schema(required)]
    place: Option<String>,
    /// Satellites that the person looked for.
    satellites: Vec<String>,
}

/// What recommendations are made from.
struct RecommendationSource {
    source: Source,
    interest: Interest,
}

/// Scenes for what the caller searched for, put into the cart and ordered; never any that is in the cart or in one of the
/// caller's orders already.
#[utoipa::path(get, path = "/api/recommend", tag = "catalogue", operation_id = "recommend", params(Limit),
    responses((status = 200, body = Recommendations), (status = 400, body = crate::problem::ProblemBody)))]
pub async fn recommend(
    State(context): State<Context>,
    caller: Caller,
    Query(limit): Query<Limit>,
) -> Result<Json<Recommendations>, Problem> {
    let limit = limit.get()?;
    let now = context.now();
    let mut transaction = context.begin_search().await?;
    let wishes = recommendation_sources(&mut transaction, &caller, now).await?;
    let known = interests::known(&mut transaction, caller.id).await?;
    let known: Arc<HashSet<i64>> = Arc::new(known.into_iter().collect());
    let mut found: Vec<Vec<Scene>> = Vec::new();
    let tree = Tree::read(&mut transaction).await?;
    let viewer = catalogue_scope::viewer(Some(&caller));
    let scope = catalogue_scope::scope_of(&context, &mut transaction, viewer).await?;
    for wish in &wishes {
        let nodes = &wish.interest.node_ids;
        let mut filter = filter(&wish.interest, &scope);
        if !nodes.is_empty() {
            filter.node_ids = Some(tree.with_descendants(nodes));
        }
        let rank = by_appeal(now, Arc::clone(&known));
        filter.from = Some(now - RECENT);
        let recent = scenes::near(
            &context.scenes,
            &mut transaction,
            &filter,
            Arc::clone(&rank),
            limit,
        )
        .await?;
        found.push(if recent.0.len() < limit {
            filter.from = None;
            scenes::near(&context.scenes, &mut transaction, &filter, rank, limit)
                .await?
                .0
        } else {
            recent.0
        });
    }
    transaction.commit().await?;
    let items = recommended_scenes(&context, &wishes, found, limit).await?;
    Ok(Json(Recommendations {
        total: items.len(),
        items,
    }))
}

async fn recommendation_sources(
    db: &mut storage::PgConnection,
    caller: &Caller,
    now: DateTime<Utc>,
) -> Result<Vec<RecommendationSource>, Problem> {
    let searched = interests::searches(db, caller.id, now - REMEMBERED, MAX_SEARCHES).await?;
    let searched = searched
        .into_iter()
        .filter_map(|row| serde_json::from_value(row).ok());
    let in_cart = interests::in_cart(db, caller.id, MAX_CHOSEN).await?;
    let ordered = interests::ordered(db, caller.id, MAX_CHOSEN).await?;
    let chosen = |chosen: Vec<ChosenScene>| chosen.into_iter().filter_map(interest);
    let mut wishes: Vec<RecommendationSource> = Vec::new();
    follow(&mut wishes, Source::Searched, searched);
    follow(&mut wishes, Source::InCart, chosen(in_cart));
    follow(&mut wishes, Source::Ordered, chosen(ordered));
    Ok(wishes)
}

/// Adds the first few interests that are new.
fn follow(
    wishes: &mut Vec<RecommendationSource>,
    source: Source,
    interests: impl Iterator<Item = Interest>,
) {
    let most = wishes.len() + MAX_INTERESTS;
    for interest in interests {
        if wishes.len() == most {
            return;
        }
        if wishes.iter().all(|wish| wish.interest != interest) {
            wishes.push(RecommendationSource { source, interest });
        }
    }
}

/// The same place and satellite as a chosen scene's.
fn interest(chosen: ChosenScene) -> Option<Interest> {
    let bounds = chosen.footprint.bounds()?;
    Some(Interest::new(&[bounds], &[chosen.satellite], &[], &[]))
}

fn filter(interest: &Interest, scope: &SceneScope) -> SceneFilter {
    let boxes = interest
        .boxes
        .iter()
        .map(|[west, south, east, north]| Rect::new((*west, *south), (*east, *north)).to_polygon());
    let area = Area::from_geometry(Geometry::MultiPolygon(MultiPolygon(boxes.collect())));
    SceneFilter {
        // None where nothing was drawn: then there are no corners to it.
        area: area.ok().map(|area| area.search()),
        satellites: interest.satellites.clone(),
        sensors: interest.sensors.clone(),
        scope: scope.clone(),
        ..SceneFilter::default()
    }
}

fn by_appeal(now: DateTime<Utc>, known: Arc<HashSet<i64>>) -> Rank {
    let now = now.timestamp_micros();
    Arc::new(move |near: &Near<'_>| {
        #[expect(
            clippy::cast_precision_loss,
            reason = "to the microsecond over centuries"
        )]
        let days = now.saturating_sub(near.acquired) as f64 / 86_400e6;
        (!known.contains(&near.did)).then(|| appeal(days, Some(f64::from(near.cloud))))
    })
}

async fn recommended_scenes(
    context: &Context,
    wishes: &[RecommendationSource],
    found: Vec<Vec<Scene>>,
    limit: usize,
) -> Result<Vec<Recommended>, Problem> {
    let dids: Vec<Vec<i64>> = found
        .iter()
        .map(|scenes| scenes.iter().map(|scene| scene.did).collect())
        .collect();
    let chosen = in_turns(&dids, limit);
    let mut db = context.connection().await?;
    let regions = context.regions.read(&mut db).await?;
    drop(db);
    let place_names = context.place_names.clone();
    let areas: Vec<Vec<[f64; 4]>> = wishes
        .iter()
        .map(|wish| wish.interest.boxes.clone())
        .collect();
    // Boundaries are read the first time.
    let names = tokio::task::spawn_blocking(move || {
        let names = areas
            .iter()
            .map(|boxes| place_names.name_of(&regions, boxes));
        names.collect::<Vec<_>>()
    });
    let names = names.await.map_err(|_| Problem::internal())?;
    let mut scenes: std::collections::HashMap<i64, Scene> = found
        .into_iter()
        .flatten()
        .map(|scene| (scene.did, scene))
        .collect();
    let items = chosen.into_iter().filter_map(|(number, did)| {
        let wish = wishes.get(number)?;
        let known = |satellite: &&String| !satellite.is_empty();
        let because = ReasonBody {
            source: wish.source,
            place: names.get(number)?.clone(),
            satellites: wish
                .interest
                .satellites
                .iter()
                .filter(known)
                .cloned()
                .collect(),
        };
        let scene = scenes.remove(&did)?.into();
        Some(Recommended { scene, because })
    });
    Ok(items.collect())
}

#[cfg(test)]
mod tests;
