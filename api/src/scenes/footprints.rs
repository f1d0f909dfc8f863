//! `POST /api/scenes/footprints`

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures::{StreamExt as _, stream};
use serde::Serialize;
use storage::db::scenes::{self, Corner, FootprintRef, Outlines, Sort};
use utoipa::ToSchema;

use super::bounded_search::BoundedSearch;
use super::request::Search;
use super::search::read_sort;
use super::search_area::read_area;
use crate::caller::{Client, MaybeCaller};
use crate::catalogue_scope;
use crate::context::Context;
use crate::geometry::pool::AnswerSlot;
use crate::json::Json;
use crate::problem::{Problem, ProblemBody};

/// Most scenes in one answer.
const MOST: usize = 100_000;
/// Whole numbers to a degree: about eleven metres, less than a pixel of a map that shows so many.
const SCALE: i32 = 10_000;
/// Parts of a [`Corner`] to one of those.
const OF_A_CORNER: i32 = 10_000_000 / SCALE;
/// Scenes written at a time.
const A_PIECE: usize = 2000;

/// Where the found scenes are, for a map that shows all of them.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Footprints)]
pub struct SceneFootprints {
    /// Number of hits.
    total: i64,
    /// How many are told: at most 100,000, the first in the order of `sort`.
    #[serde(rename = "shown")]
    listed: usize,
    /// Whole numbers to a degree.
    scale: u32,
    /// Public ids.
    ids: Vec<String>,
    /// Of each scene its exterior rings, `[x0,y0,dx1,dy1,dx2,dy2,...]`: the first corner, then differences; the last
    /// corner is not the first again.
    rings: Vec<Vec<Vec<i32>>>,
}

/// The footprints of everything that a search with the same filters finds.
#[utoipa::path(post, path = "/api/scenes/footprints", tag = "catalogue", operation_id = "sceneFootprints",
    request_body = Search,
    responses((status = 200, body = SceneFootprints), (status = 400, body = ProblemBody)))]
pub async fn footprints(
    State(context): State<Context>,
    MaybeCaller(caller): MaybeCaller,
    client: Client,
    Json(search): Json<Search>,
) -> Result<Response, Problem> {
    let sort = read_sort(search.sort.as_deref())?;
    // 100,000 scenes take some 10 MB until the last of them is sent, which is as slow as their reader.
    let slot = context.geometry.answer(caller.as_ref(), &client)?;
    // A permit, whatever the area.
    let permit = context.geometry.admit(caller.as_ref(), &client).await?;
    let viewer = catalogue_scope::viewer(caller.as_ref());
    let area = read_area(&search, &context, Some(&permit)).await?;
    let search = BoundedSearch::new(search, area, viewer)?.within(permit.budget());
    let looked = look(&context, search, sort);
    let found = permit.within(looked).await?;
    drop(permit);
    let written = stream::unfold(Writing::new(found, slot), async |writing| {
        // Some milliseconds of work: not where others wait.
        let piece = tokio::task::spawn_blocking(move || writing.next()).await;
        piece
            .unwrap_or(None)
            .map(|(piece, writing)| (Ok::<_, std::convert::Infallible>(piece), writing))
    });
    let kind = [(header::CONTENT_TYPE, "application/json")];
    Ok((kind, Body::from_stream(written.fuse())).into_response())
}

async fn look(context: &Context, search: BoundedSearch, sort: Sort) -> Result<Outlines, Problem> {
    let mut transaction = context.begin_search().await?;
    let filter = search.filter(context, &mut transaction).await?;
    let found = scenes::outlines(&context.scenes, &mut transaction, &filter, sort, MOST).await?;
    transaction.commit().await?;
    Ok(found)
}

/// An answer that is being written.
struct Writing {
    found: Outlines,
    at: Option<usize>,
    ended: bool,
    _slot: AnswerSlot,
}

impl Writing {
    const fn new(found: Outlines, slot: AnswerSlot) -> Self {
        Self {
            found,
            at: None,
            ended: false,
            _slot: slot,
        }
    }

    /// What comes next, and the rest.
    fn next(mut self) -> Option<(Bytes, Self)> {
        if self.ended {
            return None;
        }
        let mut text = Vec::new();
        let begin = match self.at {
            None => {
                text = self.head();
                0
            }
            Some(at) => at,
        };
        let end = (begin + A_PIECE).min(self.found.ids.len());
        for index in begin..end {
            if index > 0 {
                text.push(b',');
            }
            let footprint = self.found.footprint(index);
            let rings = footprint.map(|footprint| rings(footprint.view()));
            text.extend(serde_json::to_vec(&rings.unwrap_or_default()).unwrap_or_default());
        }
        self.at = Some(end);
        self.ended = end == self.found.ids.len();
        if self.ended {
            text.extend(b"]}");
        }
        Some((text.into(), self))
    }

    /// Up to the rings.
    fn head(&self) -> Vec<u8> {
        let (total, ids) = (self.found.total, &self.found.ids);
        let listed = ids.len();
        let mut text = format!("{{\"total\":{total},\"shown\":{listed},\"scale\":{SCALE},\"ids\":")
            .into_bytes();
        text.extend(serde_json::to_vec(ids).unwrap_or_default());
        text.extend(b",\"rings\":[");
        text
    }
}

/// Its exterior rings in whole numbers.
fn rings(footprint: FootprintRef<'_>) -> Vec<Vec<i32>> {
    let exteriors = footprint.rings().filter(|ring| !ring.is_hole);
    exteriors.map(|ring| differences(ring.corners)).collect()
}

/// The first corner, then differences.
fn differences(corners: &[Corner]) -> Vec<i32> {
    let mut numbers = Vec::with_capacity(2 * corners.len());
    let mut last = [0, 0];
    for corner in corners {
        let here = corner.map(scaled);
        numbers.extend([here[0] - last[0], here[1] - last[1]]);
        last = here;
    }
    numbers
}

/// Rounded, halves away from zero.
fn scaled(parts: i32) -> i32 {
    let half = OF_A_CORNER / 2;
    (parts + half * parts.signum()) / OF_A_CORNER
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{A_PIECE, rings};
    use storage::db::scenes::Footprint;

    use crate::testing::{TestApi, scene, square};

    /// Every scene of all pages of a search.
    async fn paged(api: &TestApi, search: &Value) -> Vec<String> {
        let mut ids = Vec::new();
        for page in 1.. {
            let mut asked = search.clone();
            asked["page"] = json!(page);
            asked["pageSize"] = json!(1000);
            let found = api.post("/api/scenes/search", "", asked).await.json();
            let items = found["items"].as_array().unwrap();
            ids.extend(
                items
                    .iter()
                    .map(|item| item["dataid"].as_str().unwrap().to_owned()),
            );
            if items.is_empty() {
                break;
            }
        }
        ids
    }

    #[tokio::test]
    async fn they_are_those_of_the_search_in_its_order() {
        let api = TestApi::new().await;
        api.node(1, None, "卫星").await;
        let mut batch = Vec::new();
        for number in 0..A_PIECE + 500 {
            let step = f64::from(u16::try_from(number).unwrap());
            let mut one = scene(&format!("s{number}"), &square(70.0 + step / 50.0, 20.0));
            one.acquired += chrono::TimeDelta::minutes(i64::try_from(number % 97).unwrap());
            one.size = i64::try_from(number % 31).unwrap();
            one.archive_url = (number % 3 > 0).then(|| "file:///a".to_owned());
            batch.push(one);
        }
        batch[7].footprint = Footprint::default();
        api.scenes(&batch).await;
        let triangle = "POLYGON((80 10,120 25,80 40,80 10))";
        for search in [
            json!({}),
            json!({"wkt": triangle}),
            json!({"wkt": triangle, "sort": "scenedate", "onlineOnly": true}),
            // Not the index's.
            json!({"wkt": triangle, "sort": "-datasize"}),
            json!({"text": "S12", "onlineOnly": true}),
            json!({"satellites": ["none"]}),
        ] {
            let ids = paged(&api, &search).await;
            let answer = api.post("/api/scenes/footprints", "", search.clone()).await;
            let answer = answer.json();
            assert_eq!(answer["ids"], json!(ids), "{search}");
            assert_eq!(answer["total"], json!(ids.len()), "{search}");
            assert_eq!(answer["shown"], answer["total"]);
            assert_eq!(answer["scale"], 10_000);
            let told = answer["rings"].as_array().unwrap();
            for (id, told) in ids.iter().zip(told) {
                let number: usize = id[1..].parse().unwrap();
                let expected = rings(batch[number].footprint.view());
                assert_eq!(*told, json!(expected), "{search} {id}");
            }
            assert_eq!(told.len(), ids.len(), "{search}");
        }
        let guest = api
            .post("/api/scenes/footprints", "", json!({"sort": "x"}))
            .await;
        assert_eq!(guest.status, 400);
    }

    #[test]
    fn rings_are_a_corner_and_differences() {
        for (text, expected) in [
            (
                "POLYGON((100 30,101 30,101 31.00005,100 30))",
                json!([[1_000_000, 300_000, 10_000, 0, 0, 10_001]]),
            ),
            (
                "MULTIPOLYGON(((179 1,180 1,180 2,179 1)),((-180 1,-179 1,-180 2,-180 1)))",
                json!([
                    [1_790_000, 10_000, 10_000, 0, 0, 10_000],
                    [-1_800_000, 10_000, 10_000, 0, -10_000, 10_000]
                ]),
            ),
            (
                "POLYGON((0 0,9 0,9 9,0 0),(1 1,2 1,2 2,1 1))",
                json!([[0, 0, 90_000, 0, 0, 90_000]]),
            ),
            (
                "GEOMETRYCOLLECTION(POINT(1 2),POLYGON((0 0,1 0,1 1,0 0)))",
                json!([[0, 0, 10_000, 0, 0, 10_000]]),
            ),
        ] {
            assert_eq!(
                json!(rings(text.parse::<Footprint>().unwrap().view())),
                expected,
                "{text}"
            );
        }
    }
}
