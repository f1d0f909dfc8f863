//! `POST /api/scenes/search`

use std::sync::Arc;

use axum::extract::State;
use domain::behaviour::Behaviour;
use serde::Deserialize;
use storage::db::behaviours::{self, Entry};
use storage::db::scenes::{self, Filter, SearchedArea, Sort};
use storage::db::{Listing, Page, catalogue};
use utoipa::ToSchema;

use super::SceneBody;
use crate::caller::{Client, MaybeCaller};
use crate::context::Context;
use crate::geometry::area::Area;
use crate::json::{Json, List};
use crate::moment;
use crate::problem::Problem;

/// Longest list in a request.
const MOST_LISTED: usize = 1000;
/// Longest searched text, in characters.
const LONGEST_TEXT: usize = 200;

/// What to search for; what is absent does not narrow.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[schema(as = SceneSearch)]
#[serde(rename_all = "camelCase", default)]
pub struct Search {
    /// Catalogue nodes, with everything below them.
    node_ids: Vec<i64>,
    /// The footprint meets this area (WKT, longitude and latitude).
    wkt: Option<String>,
    /// Taken at or after: RFC 3339, or a date in China.
    #[serde(deserialize_with = "moment::none_if_empty")]
    #[schema(value_type = Option<String>)]
    from: Option<moment::From>,
    /// Taken at or before.
    #[serde(deserialize_with = "moment::none_if_empty")]
    #[schema(value_type = Option<String>)]
    to: Option<moment::To>,
    /// Satellites.
    satellites: Vec<String>,
    /// Sensors.
    sensors: Vec<String>,
    /// At most this cloud cover, percent.
    cloud_max: Option<f64>,
    /// Part of the name or the id.
    text: Option<String>,
    page: Option<i64>,
    page_size: Option<i64>,
    /// `scenedate`, `dataname`, `cloud`, `satelite` or `datasize`; backwards with `-`. Otherwise last taken first.
    sort: Option<String>,
}

/// Finds scenes. The total is exact, and so is the area.
#[utoipa::path(post, path = "/api/scenes/search", tag = "catalogue", operation_id = "findPageQueryByNodes",
    request_body = Search,
    responses((status = 200, body = List<SceneBody>), (status = 400, body = crate::problem::ProblemBody)))]
pub async fn search(
    State(context): State<Context>,
    MaybeCaller(caller): MaybeCaller,
    client: Client,
    Json(search): Json<Search>,
) -> Result<Json<List<SceneBody>>, Problem> {
    let page = Page::new(search.page, search.page_size);
    let sort = read_sort(search.sort.as_deref())?;
    let mut filter = read_filter(search)?;
    let mut transaction = context.begin().await?;
    scenes::limit_time(&mut transaction).await?;
    if let Some(node_ids) = &mut filter.node_ids {
        *node_ids = catalogue::with_descendants(&mut transaction, node_ids).await?;
    }
    let found = scenes::search(&mut transaction, &filter, sort, page, false)
        .await?
        .listing;
    if let (Some(caller), 0) = (caller, page.offset()) {
        let entry = entry(&context, caller.id, &client, &found);
        behaviours::record(&mut transaction, &entry).await?;
    }
    storage::db::handles::commit(transaction).await?;
    Ok(Json(List::from_rows(found, SceneBody::from)))
}

fn entry<'a>(
    context: &Context,
    user: domain::ids::UserId,
    client: &'a Client,
    found: &Listing<scenes::Scene>,
) -> Entry<'a> {
    Entry {
        kind: Behaviour::Search,
        at: context.now(),
        user: Some(user),
        client_ip: &client.ip,
        agent: &client.agent,
        detail_url: "/api/scenes/search",
        ordername: None,
        data_num: Some(found.total),
        data_size: None,
    }
}

fn read_area(wkt: Option<&str>) -> Result<Option<Area>, Problem> {
    let Some(text) = wkt.map(str::trim).filter(|text| !text.is_empty()) else {
        return Ok(None);
    };
    Area::read(text)
        .map(Some)
        .map_err(|reason| Problem::invalid_field("wkt", reason.to_string()))
}

fn read_filter(search: Search) -> Result<Filter, Problem> {
    if search.node_ids.len() > MOST_LISTED {
        return Err(Problem::invalid_field("nodeIds", "目录节点过多"));
    }
    if search.satellites.len() > MOST_LISTED {
        return Err(Problem::invalid_field("satellites", "卫星过多"));
    }
    if search.sensors.len() > MOST_LISTED {
        return Err(Problem::invalid_field("sensors", "传感器过多"));
    }
    if search
        .cloud_max
        .is_some_and(|most| !(0.0..=100.0).contains(&most))
    {
        return Err(Problem::invalid_field("cloudMax", "云量请在0~100之间"));
    }
    let (from, to) = (search.from.map(|from| from.0), search.to.map(|to| to.0));
    if from.zip(to).is_some_and(|(from, to)| to < from) {
        return Err(Problem::invalid_field("to", "结束时间需晚于起始时间！"));
    }
    let area = read_area(search.wkt.as_deref())?;
    let text = search.text.map(|text| text.trim().to_owned());
    let text = text.filter(|text| !text.is_empty());
    if text
        .as_ref()
        .is_some_and(|text| text.chars().count() > LONGEST_TEXT)
    {
        return Err(Problem::invalid_field("text", "检索文字过长"));
    }
    Ok(Filter {
        node_ids: (!search.node_ids.is_empty()).then_some(search.node_ids),
        from,
        to,
        satellites: search.satellites,
        cloud_max: search.cloud_max,
        text,
        area: area.map(|area| Arc::new(area) as Arc<dyn SearchedArea>),
        sensors: search.sensors,
    })
}

fn read_sort(word: Option<&str>) -> Result<Sort, Problem> {
    Ok(match word.unwrap_or_default() {
        "" | "-scenedate" => Sort::NewestFirst,
        "scenedate" => Sort::OldestFirst,
        "dataname" => Sort::Name,
        "-dataname" => Sort::NameBackwards,
        "cloud" => Sort::Clearest,
        "-cloud" => Sort::Cloudiest,
        "satelite" => Sort::Satellite,
        "-satelite" => Sort::SatelliteBackwards,
        "datasize" => Sort::Smallest,
        "-datasize" => Sort::Largest,
        _ => return Err(Problem::invalid_field("sort", "不支持此排序方式")),
    })
}

#[cfg(test)]
mod tests {
    use axum::http::StatusCode;
    use domain::role::Role;
    use serde_json::{Value, json};

    use crate::testing::{TestApi, scene, square};

    /// a at 100/30 and b at 110/30 in node 1, c at 100/40 in node 2 below it, cloudy and older.
    async fn filled() -> TestApi {
        let api = TestApi::new().await;
        api.node(1, None, "卫星").await;
        api.node(2, Some(1), "GF2").await;
        let mut c = scene("c", &square(100.0, 40.0));
        c.nodeid = 2;
        c.satellite = "GF2".into();
        c.cloud = Some(60.0);
        c.acquired = "2023-01-01T00:00:00Z".parse().unwrap();
        let b = scene("b", &square(110.0, 30.0));
        api.scenes(&[scene("a", &square(100.0, 30.0)), b, c]).await;
        api
    }

    async fn found(api: &TestApi, search: Value) -> (Vec<String>, i64) {
        let answer = api.post("/api/scenes/search", "", search.clone()).await;
        assert_eq!(answer.status, StatusCode::OK, "{search}: {}", answer.json());
        let answer = answer.json();
        let ids = answer["items"].as_array().unwrap().iter();
        let ids = ids
            .map(|item| item["dataid"].as_str().unwrap().to_owned())
            .collect();
        (ids, answer["total"].as_i64().unwrap())
    }

    #[tokio::test]
    async fn every_field_narrows() {
        let api = filled().await;
        for (search, wanted) in [
            (json!({}), vec!["b", "a", "c"]),
            (json!({"nodeIds": [1]}), vec!["b", "a", "c"]),
            (json!({"nodeIds": [2]}), vec!["c"]),
            (json!({"nodeIds": [99]}), vec![]),
            (json!({"satellites": ["GF2", "ZY3"]}), vec!["c"]),
            (json!({"cloudMax": 20}), vec!["b", "a"]),
            (json!({"from": "2024-01-01"}), vec!["b", "a"]),
            (json!({"to": "2023-12-31"}), vec!["c"]),
            (
                json!({"from": "", "to": null, "wkt": "", "text": " "}),
                vec!["b", "a", "c"],
            ),
            (json!({"text": "gf1_A"}), vec!["a"]),
            (json!({"text": "GF1%"}), vec![]),
            (json!({"wkt": square(100.5, 30.5)}), vec!["a"]),
            (
                json!({"wkt": square(100.5, 30.5), "from": "2024-06-01"}),
                vec![],
            ),
            (
                json!({"wkt": "POLYGON((99 29,112 29,112 42,99 42,99 29))", "to": "2023-12-31"}),
                vec!["c"],
            ),
            (
                json!({"wkt": "POLYGON（（99 29，112 29，112 32，99 32，99 29））"}),
                vec!["b", "a"],
            ),
        ] {
            let (ids, total) = found(&api, search.clone()).await;
            assert_eq!(ids, wanted, "{search}");
            assert_eq!(total, i64::try_from(wanted.len()).unwrap(), "{search}");
        }
    }

    #[tokio::test]
    async fn the_area_is_exact_and_so_is_the_total() {
        let api = filled().await;
        // The triangle's box meets all three, the triangle itself not b.
        let triangle = "POLYGON((99 29,110.5 29,99 44,99 29))";
        let first = json!({"wkt": triangle, "pageSize": 1});
        assert_eq!(found(&api, first).await, (vec!["a".to_owned()], 2));
        let second = json!({"wkt": triangle, "pageSize": 1, "page": 2});
        assert_eq!(found(&api, second).await, (vec!["c".to_owned()], 2));
        let beyond = json!({"wkt": triangle, "page": 3});
        assert_eq!(found(&api, beyond).await, (vec![], 2));
    }

    #[tokio::test]
    async fn a_rectangle_is_exact_too() {
        let api = filled().await;
        // Its box meets the rectangle's corner, the triangle itself does not.
        api.scenes(&[scene("d", "POLYGON((101 31,104 31,101 34,101 31))")])
            .await;
        let corner = "POLYGON((103 33,105 33,105 35,103 35,103 33))";
        assert_eq!(found(&api, json!({"wkt": corner})).await, (vec![], 0));
        let all = "POLYGON((99 29,103.2 29,103.2 33.2,99 33.2,99 29))";
        assert_eq!(
            found(&api, json!({"wkt": all})).await,
            (vec!["d".into(), "a".into()], 2)
        );
        let second = json!({"wkt": all, "pageSize": 1, "page": 2});
        assert_eq!(found(&api, second).await, (vec!["a".to_owned()], 2));
    }

    #[tokio::test]
    async fn a_search_across_180_finds_both_sides() {
        let api = filled().await;
        let crossing = "POLYGON((179.5 0,-179.5 0,-179.5 1,179.5 1,179.5 0))";
        api.scenes(&[scene("d", crossing), scene("e", &square(-179.9, 3.0))])
            .await;
        let wide = "POLYGON((175 -1,185 -1,185 5,175 5,175 -1))";
        assert_eq!(found(&api, json!({"wkt": wide})).await.0, ["e", "d"]);
        let west = "POLYGON((-179.8 -1,-178 -1,-178 2,-179.8 2,-179.8 -1))";
        assert_eq!(found(&api, json!({"wkt": west})).await.0, ["d"]);
        let middle = "POLYGON((0 -1,1 -1,1 2,0 2,0 -1))";
        assert_eq!(found(&api, json!({"wkt": middle})).await.1, 0);
    }

    #[tokio::test]
    async fn pages_do_not_overlap_and_order_is_obeyed() {
        let api = filled().await;
        for (sort, wanted) in [
            ("scenedate", ["c", "a", "b"]),
            ("-scenedate", ["b", "a", "c"]),
            ("dataname", ["a", "b", "c"]),
            ("-cloud", ["c", "b", "a"]),
        ] {
            let mut ids = Vec::new();
            for page in 1..=3 {
                ids.extend(
                    found(&api, json!({"sort": sort, "page": page, "pageSize": 1}))
                        .await
                        .0,
                );
            }
            assert_eq!(ids, wanted, "{sort}");
        }
    }

    #[tokio::test]
    async fn what_cannot_be_searched_is_told() {
        let api = filled().await;
        for (search, field, detail) in [
            (
                json!({"wkt": "POLYGON((1 2"}),
                "wkt",
                "空间范围不是有效的 WKT: unbalanced brackets",
            ),
            (json!({"wkt": "POLYGON EMPTY"}), "wkt", "空间范围为空"),
            (
                json!({"sort": "did; DROP TABLE scene"}),
                "sort",
                "不支持此排序方式",
            ),
            (
                json!({"from": "2024-02-01", "to": "2024-01-01"}),
                "to",
                "结束时间需晚于起始时间！",
            ),
            (json!({"cloudMax": 101}), "cloudMax", "云量请在0~100之间"),
        ] {
            let answer = api.post("/api/scenes/search", "", search.clone()).await;
            assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{search}");
            assert_eq!(answer.json()["errors"][0]["field"], field);
            assert_eq!(answer.json()["detail"], detail);
        }
        for wrong in [
            json!({"from": "yesterday"}),
            json!({"nodeIds": "1"}),
            json!("x"),
        ] {
            assert_eq!(
                api.post("/api/scenes/search", "", wrong).await.code(),
                "bad_json"
            );
        }
        let nul = api
            .post("/api/scenes/search", "", json!({"text": "a\u{0}b"}))
            .await;
        assert_eq!(nul.status, StatusCode::BAD_REQUEST);
        let far = api
            .post(
                "/api/scenes/search",
                "",
                json!({"from": "+262000-01-01T00:00:00Z"}),
            )
            .await;
        assert_eq!(far.status, StatusCode::BAD_REQUEST);
    }

    #[tokio::test]
    async fn a_scene_shows_itself_without_its_addresses() {
        let api = filled().await;
        let answer = api
            .post("/api/scenes/search", "", json!({"text": "GF1_a"}))
            .await
            .json();
        insta::assert_json_snapshot!(answer, @r#"
        {
          "items": [
            {
              "cloud": 10.0,
              "dataid": "a",
              "dataname": "GF1_a",
              "datasize": 1024,
              "datatype": 0,
              "exists": true,
              "imageurl": null,
              "nodeid": 1,
              "receivetime": null,
              "satelite": "GF1",
              "scenedate": "2024-05-01T03:00:00Z",
              "sensor": "PMS1",
              "wktresponse": "POLYGON((100 30,101 30,101 31,100 31,100 30))"
            }
          ],
          "total": 1
        }
        "#);
    }

    #[tokio::test]
    async fn searches_of_the_signed_in_are_written_down() {
        let api = filled().await;
        let token = api.signed_in("lisi_1", Role::Applicant).await;
        api.post("/api/scenes/search", &token, json!({})).await;
        api.post("/api/scenes/search", &token, json!({"page": 2}))
            .await;
        api.post("/api/scenes/search", "", json!({})).await;
        let mut connection = api.context.connection().await.unwrap();
        let written = storage::db::behaviours::count_of(
            &mut connection,
            domain::behaviour::Behaviour::Search,
        )
        .await
        .unwrap();
        assert_eq!(written, 1);
    }
}
