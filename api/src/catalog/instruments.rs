//! What satellites and sensors are called, for everybody to show and for administrators to say.

mod export;
mod import;
mod list;
mod names;
mod put;

use std::collections::BTreeMap;

use domain::catalogue::instruments::InstrumentCode;
use domain::permission::Permission;
use storage::PgConnection;
use storage::db::Page;
use storage::db::catalogue::instruments::{self, KeptName};
use storage::db::scenes::{self, SceneFilter, SceneScope, Sort};
use utoipa_axum::routes;

use crate::caller::Caller;
use crate::catalogue_scope;
use crate::context::Context;
use crate::problem::Problem;
use crate::router::{RouteAccess, Routes};

pub(super) fn declare(routes: &mut Routes) {
    let manage = RouteAccess::Needs(Permission::ManageCatalogue);
    routes.add(RouteAccess::Public, routes!(names::names));
    routes.add(manage, routes!(list::list, put::put));
    routes.add(manage, routes!(export::export));
    routes.add_with_limit(manage, import::BODY_LIMIT, routes!(import::import));
}

/// How many scenes of each satellite and sensor the scope holds; of a satellite itself all of its scenes.
async fn counts(
    context: &Context,
    db: &mut PgConnection,
    scope: SceneScope,
) -> Result<BTreeMap<InstrumentCode, i64>, Problem> {
    let filter = SceneFilter {
        scope,
        ..SceneFilter::default()
    };
    let first = Page::new(Some(1), Some(1));
    let found = scenes::search(&context.scenes, db, &filter, Sort::NewestFirst, first, true);
    let summary = found.await?.summary.unwrap_or_default();
    let mut counts = BTreeMap::new();
    for ((satellite, sensor), count) in summary.instruments {
        if !satellite.is_empty() {
            let code = InstrumentCode::new(satellite.clone(), "");
            *counts.entry(code).or_default() += count;
        }
        if !sensor.is_empty() {
            counts.insert(InstrumentCode::new(satellite, sensor), count);
        }
    }
    Ok(counts)
}

/// An instrument of the catalogue, or one that has a name.
struct CountedInstrument {
    code: InstrumentCode,
    count: i64,
    kept: Option<KeptName>,
}

/// What has no name comes first, most scenes first; then what has one, by its codes. Who sees a part of the catalogue is
/// shown that part only.
async fn counted(context: &Context, caller: &Caller) -> Result<Vec<CountedInstrument>, Problem> {
    let viewer = catalogue_scope::viewer(Some(caller));
    let mut search = context.begin_search().await?;
    let scope = catalogue_scope::scope_of(context, &mut search, viewer).await?;
    let sees_everything = scope.is_everything();
    let mut counts = counts(context, &mut search, scope).await?;
    let mut kept = instruments::kept_names(&mut search).await?;
    if sees_everything {
        for code in kept.keys() {
            counts.entry(code.clone()).or_default();
        }
    }
    let mut counted: Vec<CountedInstrument> = counts
        .into_iter()
        .map(|(code, count)| CountedInstrument {
            kept: kept.remove(&code),
            code,
            count,
        })
        .collect();
    counted.sort_by_key(|instrument| match instrument.kept {
        None => (false, std::cmp::Reverse(instrument.count)),
        Some(_) => (true, std::cmp::Reverse(0)),
    });
    Ok(counted)
}

#[cfg(test)]
mod tests;
