//! `GET /api/scenes/satellites`

use axum::extract::State;
use serde::Serialize;
use storage::db::scenes::Summary;
use storage::db::{Page, scenes};
use utoipa::ToSchema;

use crate::caller::MaybeCaller;
use crate::catalogue_scope;
use crate::context::Context;
use crate::json::{Json, List, PageQuery, Query};
use crate::problem::Problem;

/// A satellite and how many scenes it took.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SatelliteCount)]
pub struct Satellite {
    satelite: String,
    count: i64,
}

/// Satellites by name, of scenes that the caller may see.
#[utoipa::path(get, path = "/api/scenes/satellites", tag = "catalogue", params(PageQuery),
    responses((status = 200, body = List<Satellite>)))]
pub async fn satellites(
    State(context): State<Context>,
    MaybeCaller(caller): MaybeCaller,
    Query(mut query): Query<PageQuery>,
) -> Result<Json<List<Satellite>>, Problem> {
    query.page_size = query.page_size.or(Some(Page::MAX_SIZE));
    let viewer = catalogue_scope::viewer(caller.as_ref());
    let mut search = context.begin_search().await?;
    let scope = catalogue_scope::scope_of(&context, &mut search, viewer).await?;
    if let Some(summary) = catalogue_scope::summary(&context, &mut search, &scope).await? {
        return Ok(Json(of_summary(summary, query.page())));
    }
    let rows = scenes::satellites(&mut search, query.page()).await?;
    Ok(Json(List::from_rows(rows, |row| Satellite {
        satelite: row.satellite,
        count: row.count,
    })))
}

fn of_summary(summary: Summary, page: Page) -> List<Satellite> {
    let all = summary.satellites.into_iter();
    let total = i64::try_from(all.len()).unwrap_or(i64::MAX);
    let [skipped, page_size] =
        [page.offset(), page.limit()].map(|number| usize::try_from(number).unwrap_or(usize::MAX));
    let items = all
        .skip(skipped)
        .take(page_size)
        .map(|(satelite, count)| Satellite { satelite, count });
    List {
        items: items.collect(),
        total,
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{TestApi, scene, square};

    #[tokio::test]
    async fn satellites_are_counted() {
        let api = TestApi::new().await;
        api.node(1, None, "卫星").await;
        let mut other = scene("b", &square(0.0, 0.0));
        other.satellite = "ZY3".into();
        api.scenes(&[
            scene("a", &square(0.0, 0.0)),
            other,
            scene("c", &square(0.0, 0.0)),
        ])
        .await;
        let answer = api.get("/api/scenes/satellites", "").await.json();
        insta::assert_json_snapshot!(answer, @r#"
        {
          "items": [
            {
              "count": 2,
              "satelite": "GF1"
            },
            {
              "count": 1,
              "satelite": "ZY3"
            }
          ],
          "total": 2
        }
        "#);
    }
}
