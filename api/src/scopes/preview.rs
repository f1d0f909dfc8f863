//! `POST /api/scopes/preview`

use axum::extract::State;
use domain::ids::ScopeGrantId;
use domain::scope::GrantExtent;
use serde::{Deserialize, Serialize};
use storage::db::catalogue::{self, Tree};
use storage::db::scenes::{SceneScope, ScopePart};
use storage::db::scopes;
use utoipa::{IntoParams, ToSchema};

use super::desk;
use super::form::GrantForm;
use crate::caller::{Caller, Client};
use crate::catalogue_scope::{self, NodeCount};
use crate::context::Context;
use crate::geometry::area::Area;
use crate::geometry::pool::GeometryPermit;
use crate::json::{Json, Query};
use crate::problem::{Problem, ProblemBody};

/// The grant that a preview is about.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct PreviewQuery {
    /// The grant that is to be changed: a region that it names already keeps the outline that it was granted with. A new one when
    /// left out.
    #[param(value_type = Option<uuid::Uuid>)]
    grant: Option<ScopeGrantId>,
}

/// What a grant lets see, before it is made.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ScopePreview {
    /// Scenes.
    total: i64,
    /// Those of each node that has some.
    nodes: Vec<NodeCount>,
}

/// Counts what the grant alone would let see, if the caller may make it. Nothing is written.
#[utoipa::path(post, path = "/api/scopes/preview", tag = "scopes", operation_id = "previewScope",
    params(PreviewQuery), request_body = GrantForm,
    responses((status = 200, body = ScopePreview), (status = 400, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
pub(super) async fn preview(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Query(query): Query<PreviewQuery>,
    Json(form): Json<GrantForm>,
) -> Result<Json<ScopePreview>, Problem> {
    let permit = context.geometry.admit(Some(&caller), &client).await?;
    let looked = async {
        let before = match query.grant {
            Some(id) => {
                let found = scopes::find(&mut *context.connection().await?, id).await?;
                Some(found.ok_or_else(Problem::not_found)?)
            }
            None => None,
        };
        let mut draft = form.draft(&context, &permit, before.as_ref()).await?;
        if let Some(before) = &before {
            draft = draft.as_change_of(before);
        }
        let extent = draft.extent;
        // Whoever could not make the grant must not learn what it holds.
        let desk = desk(&context, &caller, &client);
        desk.check(&extent, permit.budget()).await?;
        count(&context, &permit, extent).await
    };
    permit.within(looked).await.map(Json)
}

async fn count(
    context: &Context,
    permit: &GeometryPermit,
    extent: GrantExtent,
) -> Result<ScopePreview, Problem> {
    let area = match extent.area {
        Some(text) => Some(permit.run(move |_| Area::read(&text)).await?),
        None => None,
    };
    let area = area
        .transpose()
        .map_err(|reason| Problem::invalid_field("wkt", reason))?;
    let mut search = context.begin_search().await?;
    let nodes = extent
        .nodes
        .map(|nodes| nodes.into_iter().collect::<Vec<_>>());
    let nodes = match nodes {
        Some(nodes) => Some(Tree::read(&mut search).await?.with_descendants(&nodes)),
        None => None,
    };
    let part = ScopePart {
        nodes: nodes.map(|mut nodes| {
            nodes.sort_unstable();
            nodes
        }),
        areas: area.map(|area| area.search()).into_iter().collect(),
    };
    let scope = SceneScope::of_parts(vec![part]);
    let counts = catalogue_scope::node_counts(context, &mut search, &scope).await?;
    let nodes = catalogue::nodes(&mut search).await?.into_iter();
    let nodes = nodes.map(|node| NodeCount {
        count: match &counts {
            Some(counts) => counts.get(&node.id).copied().unwrap_or(0),
            None => node.count,
        },
        id: node.id,
        label: node.label,
        label_en: node.label_en,
    });
    let nodes: Vec<_> = nodes.filter(|node| node.count > 0).collect();
    Ok(ScopePreview {
        total: nodes.iter().map(|node| node.count).sum(),
        nodes,
    })
}
