//! What a second account must not learn of what is out of its scope, by any door.

use axum::http::Method;
use domain::permission::Permission;
use domain::role::Role;
use serde_json::{Value, json};

use super::{Survey, WEST, ids, whole};

mod cart;
mod exports;
mod fields;
mod papers;
mod receiving;

/// Somebody who sees nodes 1 to 3 in the west: scenes a and c.
struct Westerner {
    survey: Survey,
    token: String,
}

impl Westerner {
    async fn new() -> Self {
        let survey = Survey::new().await;
        let token = survey.api.signed_in("lisi_1", Role::Applicant).await;
        let person = survey.id_of("lisi_1").await;
        // Put into the cart while it could be seen.
        let body = json!({"dataIds": ["a", "b", "d"]});
        survey.api.post("/api/cart", &token, body).await;
        survey.close().await;
        let grant = json!({"subject": "person", "subjectId": person, "nodeIds": [1], "wkt": WEST});
        survey.grant(grant).await;
        Self { survey, token }
    }
}

#[tokio::test]
async fn a_search_and_the_catalogue_tell_nothing_of_it() {
    let Westerner { survey, token } = Westerner::new().await;
    let api = &survey.api;
    let get = async |path: &str| api.get(path, &token).await;
    let post = async |path: &str, body: Value| api.post(path, &token, body).await;
    assert_eq!(survey.finds(&token).await, ids(&["a", "c"]));
    let facets = post("/api/scenes/search", json!({"facets": true}))
        .await
        .json();
    insta::assert_json_snapshot!(facets["facets"]);
    let tree = get("/api/catalog/tree").await.json();
    insta::assert_json_snapshot!(tree);
    let satellites = get("/api/scenes/satellites").await.json();
    assert_eq!(satellites["total"], 2, "{satellites}");
    assert_eq!(get("/api/catalog/nodes/4/fields").await.status, 404);
    let outlines = post("/api/scenes/footprints", json!({})).await.json();
    assert_eq!(outlines["total"], 2, "{outlines}");
    let cover = json!({"wkt": "POLYGON((99 29,125 29,125 33,99 33,99 29))"});
    let cover = post("/api/scenes/cover", cover).await.json();
    assert!(!cover["dataIds"].to_string().contains('b'), "{cover}");
}

#[tokio::test]
async fn a_single_scene_and_its_picture_do_not_exist() {
    let Westerner { survey, token } = Westerner::new().await;
    let api = &survey.api;
    let get = async |path: &str| api.get(path, &token).await;
    for (id, status) in [("a", 200), ("b", 404), ("c", 200), ("d", 404)] {
        assert_eq!(
            get(&format!("/api/scenes/{id}")).await.status,
            status,
            "{id}"
        );
        assert_eq!(
            get(&format!("/api/scenes/{id}/similar")).await.status,
            status,
            "{id}"
        );
        let of_guest = api.get(&format!("/api/scenes/{id}"), "").await;
        assert_eq!(of_guest.status, 404, "{id}");
    }
    for (id, kind) in [("b", 1), ("b", 2), ("d", 1), ("d", 2)] {
        let image = get(&format!("/api/scenes/{id}/image?typeId={kind}")).await;
        assert_eq!(image.status, 404, "{id}");
    }
}

#[tokio::test]
async fn cart_and_exports_take_nothing_of_it() {
    let Westerner { survey, token } = Westerner::new().await;
    let api = &survey.api;
    let get = async |path: &str| api.get(path, &token).await;
    let post = async |path: &str, body: Value| api.post(path, &token, body).await;
    let cart = get("/api/cart").await.json();
    assert_eq!(
        (&cart["total"], &cart["items"][0]["dataid"]),
        (&json!(1), &json!("a"))
    );
    let added = post("/api/cart", json!({"dataIds": ["b", "c"]}))
        .await
        .json();
    assert_eq!(added["changed"], 1, "{added}");
    let all = post("/api/cart/search", json!({})).await.json();
    assert_eq!(
        (&all["added"], &all["already"]),
        (&json!(0), &json!(2)),
        "{all}"
    );
    let counted = post("/api/exports/count", json!({})).await.json();
    assert_eq!(counted["count"], 2, "{counted}");
    let metadata = json!({"kind": "csv", "content": "metadata", "search": {}});
    assert_eq!(post("/api/exports", metadata).await.status, 202);
    let made = get("/api/exports").await.json();
    assert_eq!(made["items"][0]["count"], 2, "{made}");
    assert_eq!(
        post(
            "/api/exports",
            json!({"kind": "csv", "dataIds": ["a", "b"]})
        )
        .await
        .status,
        422
    );
    assert_eq!(
        post(
            "/api/exports",
            json!({"kind": "csv", "dataIds": ["a", "c"]})
        )
        .await
        .status,
        202
    );
}

#[tokio::test]
async fn stac_tells_nothing_of_it() {
    let Westerner { survey, token } = Westerner::new().await;
    let get = async |path: &str| survey.api.get(path, &token).await;
    let collections = get("/stac/collections").await.json();
    assert_eq!(collections["numberMatched"], 2, "{collections}");
    assert!(!collections.to_string().contains("GF2"), "{collections}");
    let extent = &collections["collections"][0]["extent"]["spatial"]["bbox"][0];
    assert!(extent[2].as_f64().unwrap() <= 103.0, "{extent}");
    for (path, matched) in [
        ("/stac/search", 2),
        ("/stac/search?ids=b", 0),
        ("/stac/search?bbox=90,0,130,60", 2),
        ("/stac/search?filter=platform%3D%27GF2%27", 0),
        ("/stac/collections/2/items", 1),
    ] {
        let found = get(path).await.json();
        assert_eq!(found["numberMatched"], matched, "{path}: {found}");
        assert_eq!(
            found["features"].as_array().unwrap().len(),
            matched,
            "{path}"
        );
    }
    assert_eq!(get("/stac/collections/2/items/b").await.status, 404);
    assert_eq!(get("/stac/collections/4").await.status, 404);
    let landing = get("/stac").await.json();
    assert!(!landing.to_string().contains("n4"), "{landing}");
}

fn order(ids: &[&str]) -> Value {
    json!({"type": 0, "dataType": "", "dataIds": ids, "attachments": [], "action": "save",
        "form": {"applyuser": "张三", "applyUserPhone": "13812345678", "applyUserUnit": "青海院", "productName": "调查",
            "applyUserUsed": "测绘", "getMethod": 0, "description": "用途"}})
}

#[tokio::test]
async fn orders_hold_what_the_applicant_may_see() {
    let survey = Survey::new().await;
    let token = survey.api.signed_in("lisi_1", Role::Applicant).await;
    let made = survey
        .api
        .post("/api/orders", &token, order(&["a", "d"]))
        .await;
    assert_eq!(made.status, 201, "{}", made.json());
    let id = made.json()["id"].as_str().unwrap().to_owned();
    survey.close().await;
    survey
        .grant(json!({"subject": "everybody", "nodeIds": [1]}))
        .await;
    let submitted = survey
        .api
        .post(&format!("/api/orders/{id}/submit"), &token, json!({}))
        .await;
    assert_eq!(
        (submitted.status.as_u16(), submitted.code().as_str()),
        (409, "scenes_out_of_scope")
    );
    // An auditor reads of it before deciding.
    let auditor = survey.api.signed_in("chief_1", Role::Admin).await;
    let checks = format!("/api/orders/{id}/checks");
    let checks = survey.api.get(&checks, &auditor).await.json();
    let messages = checks["checks"].as_array().unwrap().iter();
    let messages: Vec<_> = messages.map(|check| &check["message"]).collect();
    let expected =
        json!({"code": "check.some_out_of_scope", "params": {"scenes": "1", "all": "2"}});
    assert!(messages.contains(&&expected), "{messages:?}");
    let refused = survey
        .api
        .post("/api/orders", &token, order(&["a", "d"]))
        .await;
    assert_eq!(
        (refused.status.as_u16(), refused.code().as_str()),
        (422, "unknown_scenes")
    );
    let added = survey
        .api
        .post(
            &format!("/api/orders/{id}/scenes"),
            &token,
            json!({"dataIds": ["d"]}),
        )
        .await;
    assert_eq!(added.code(), "unknown_scenes");
    let added = survey
        .api
        .post(
            &format!("/api/orders/{id}/scenes"),
            &token,
            json!({"dataIds": ["b"]}),
        )
        .await;
    assert_eq!(added.status, 200, "{}", added.json());
}

/// What was handed out names every scene, and so nobody reads of it who may not see them.
#[tokio::test]
async fn whoever_reads_the_registry_sees_every_scene() {
    let survey = Survey::new().await;
    let api = &survey.api;
    let token = api.holding("lisi_1", &[Permission::Registry]).await;
    survey.close().await;
    let all = ids(&["a", "b", "c", "d"]);
    assert_eq!(api.get("/api/registry", &token).await.status, 200);
    assert_eq!(survey.finds(&token).await, all);
    // A role that an earlier version saved, when the one did not bring the other.
    sqlx::query("UPDATE role SET permissions = '{/registry/list}' WHERE name = 'lisi_1'")
        .execute(&api.context.pool)
        .await
        .unwrap();
    assert_eq!(survey.finds(&token).await, all);
    let without = api
        .holding("wangwu_1", &[Permission::OrderStatistics])
        .await;
    assert_eq!(api.get("/api/registry", &without).await.status, 403);
    assert_eq!(survey.finds(&without).await, ids(&[]));
}

#[tokio::test]
async fn statistics_count_nothing_of_it() {
    use storage::db::{handles, order_figures};
    use testkit::builders::order;

    let survey = Survey::new().await;
    let api = &survey.api;
    let owner = api.account("wangwu_1", Role::Applicant).await;
    let (pool, now) = (&api.context.pool, api.context.now());
    for ids in [&["a", "b", "d"][..], &["b", "d"], &["c"]] {
        let ids: Vec<String> = ids.iter().map(|id| (*id).to_owned()).collect();
        order(owner, &ids).create(pool, now).await;
    }
    let mut tx = handles::begin(pool).await.unwrap();
    order_figures::roll_up_due(&mut tx).await.unwrap();
    handles::commit(tx).await.unwrap();
    let token = api.holding("lisi_1", &[Permission::OrderStatistics]).await;
    let figures = async || {
        let whole = api.get("/api/stats/orders", &token).await.json();
        let values = |list: Value| -> Vec<String> {
            let rows = list["items"].as_array().unwrap().iter();
            rows.map(|row| row["value"].as_str().unwrap().to_owned())
                .collect()
        };
        let by = async |name: &str| {
            let path = format!("/api/stats/breakdown?by={name}");
            let mut found = values(api.get(&path, &token).await.json());
            found.sort_unstable();
            found.join(" ")
        };
        (
            whole["orderNum"].as_i64().unwrap(),
            whole["orderSceneNum"].as_i64().unwrap(),
            by("satellite").await,
            by("node").await,
        )
    };
    let everything = (3, 6, "GF1 GF2 HY1 ZY3".to_owned(), "2 3 4".to_owned());
    assert_eq!(figures().await, everything);
    survey.close().await;
    assert_eq!(figures().await, (0, 0, String::new(), String::new()));
    let person = survey.id_of("lisi_1").await;
    let grant = json!({"subject": "person", "subjectId": person, "nodeIds": [1], "wkt": WEST});
    survey.grant(grant).await;
    let theirs = (2, 2, "GF1 ZY3".to_owned(), "2 3".to_owned());
    assert_eq!(figures().await, theirs);
    let months = api.get("/api/stats/monthly", &token).await.json();
    let scenes = months["items"].as_array().unwrap().iter();
    let scenes: i64 = scenes
        .map(|month| month["OrderSceneNum"].as_i64().unwrap())
        .sum();
    assert_eq!(scenes, 2, "{months}");
}

#[tokio::test]
async fn what_was_received_counts_and_lists_nothing_of_it() {
    let survey = Survey::new().await;
    let api = &survey.api;
    let token = api.holding("lisi_1", &[Permission::Monitor]).await;
    let days = "from=2000-01-01&to=2099-12-31";
    let figures = async || {
        let by_satellite = format!("/api/stats/received?by=satellite&{days}");
        let found = api.get(&by_satellite, &token).await.json();
        let mut satellites: Vec<String> = (found["items"].as_array().unwrap().iter())
            .map(|row| row["value"].as_str().unwrap().to_owned())
            .collect();
        satellites.sort_unstable();
        let list = format!("/api/stats/received/scenes?{days}");
        let listed = api.get(&list, &token).await.json();
        let table = format!("/api/stats/received.csv?{days}");
        let table = api.get(&table, &token).await.bytes;
        (
            found["total"]["scenes"].as_u64().unwrap(),
            satellites.join(" "),
            listed["items"].as_array().unwrap().len(),
            String::from_utf8_lossy(&table).lines().count() - 1,
        )
    };
    assert_eq!(figures().await, (4, "GF1 GF2 HY1 ZY3".to_owned(), 4, 4));
    survey.close().await;
    assert_eq!(figures().await, (0, String::new(), 0, 0));
    let person = survey.id_of("lisi_1").await;
    let grant = json!({"subject": "person", "subjectId": person, "nodeIds": [1], "wkt": WEST});
    survey.grant(grant).await;
    assert_eq!(figures().await, (2, "GF1 ZY3".to_owned(), 2, 2));
}

#[tokio::test]
async fn coverage_counts_nothing_of_it() {
    let survey = Survey::new().await;
    let api = &survey.api;
    let token = api.holding("lisi_1", &[Permission::Monitor]).await;
    let asked = json!({"wkt": "POLYGON((99 29,125 29,125 33,99 33,99 29))"});
    let coverage = async || {
        let body = asked.clone();
        let found = api.post("/api/stats/coverage", &token, body).await.json();
        let satellites = found["satellites"].as_array().unwrap().iter();
        let satellites: Vec<_> = satellites
            .map(|row| row["satellite"].as_str().unwrap().to_owned())
            .collect();
        let mut counts = found["grid"]["counts"].as_array().unwrap().iter();
        let covered = counts.any(|count| count.as_u64() > Some(0));
        (
            found["scenes"].as_u64().unwrap(),
            satellites.join(" "),
            covered,
        )
    };
    let (whole, all, _) = coverage().await;
    assert!(whole > 2 && all.contains("GF2"), "{whole} {all}");
    survey.close().await;
    assert_eq!(coverage().await, (0, String::new(), false));
    let person = survey.id_of("lisi_1").await;
    let grant = json!({"subject": "person", "subjectId": person, "nodeIds": [1], "wkt": WEST});
    survey.grant(grant).await;
    assert_eq!(coverage().await, (2, "GF1 ZY3".to_owned(), true));
}

#[tokio::test]
async fn a_delivery_is_prolonged_and_made_anew_only_of_what_its_applicant_still_sees() {
    use domain::order::rules::Unmet;
    use domain::order::state::OrderState;
    use storage::lifecycle::{LifecycleError, expiry};
    use testkit::builders::{Changes, acting, order};

    let survey = Survey::new().await;
    let api = &survey.api;
    let owner = api.account("lisi_1", Role::Applicant).await;
    let token = api.token_of(owner).await;
    let chief = api.account("chief_1", Role::Admin).await;
    let (pool, now) = (&api.context.pool, api.context.now());
    let ids = ["a".to_owned(), "d".to_owned()];
    let in_state = async |state| {
        let made = order(owner, &ids).in_state(state, chief);
        made.create(pool, now).await
    };
    let prepared = in_state(OrderState::Prepared).await;
    let overdue = in_state(OrderState::Overdue).await;
    // Whoever reads the answer of the API needs a delivery that a worker has made; the door behind it is asked.
    let by = acting(chief, Role::Admin);
    let admin = Changes { pool, by, now };
    let doors = async || {
        let export = json!({"kind": "csv", "orderId": prepared});
        [
            expiry::extend(pool, prepared, 3, by, now).await.is_ok(),
            admin.reopen(overdue).await.is_ok(),
            api.post("/api/exports", &token, export).await.status == 202,
        ]
    };
    survey.close().await;
    assert_eq!(doors().await, [false, false, false]);
    let refused = expiry::extend(pool, prepared, 3, by, now).await;
    assert!(
        matches!(refused, Err(LifecycleError::Unmet(Unmet::OutOfScope(2)))),
        "{refused:?}"
    );
    survey
        .grant(json!({"subject": "person", "subjectId": owner}))
        .await;
    assert_eq!(doors().await, [true, true, true]);
}

/// A token looks as its account does, whatever it may do.
#[tokio::test]
async fn nobody_makes_a_token_that_sees_more_than_he_does() {
    let survey = Survey::new().await;
    let keeper = (survey.api)
        .holding("keeper_1", &[Permission::ManageClientSystems])
        .await;
    survey.api.account("peer_1", Role::Applicant).await;
    survey.close().await;
    let (own, peer) = (survey.id_of("keeper_1").await, survey.id_of("peer_1").await);
    survey
        .grant(json!({"subject": "person", "subjectId": own, "nodeIds": [1]}))
        .await;
    let grant = survey
        .grant(json!({"subject": "person", "subjectId": peer, "nodeIds": [2]}))
        .await;
    let made = json!({"loginName": "peer_1"});
    let made = survey.api.post("/api/client-systems", &survey.admin, made);
    let path = format!("/api/client-systems/{peer}/tokens");
    assert_eq!(made.await.status, 201);
    let form = json!({"name": "同步", "validDays": 1, "permissions": []});
    let within = survey.api.post(&path, &keeper, form.clone()).await;
    assert_eq!(within.status, 201, "{}", within.text());
    let wider = whole(json!({"subject": "person", "subjectId": peer, "nodeIds": [4]}));
    let of_grant = format!("/api/scopes/{grant}");
    let changed = survey.send(Method::PUT, &of_grant, wider).await;
    assert_eq!(changed.0, 200);
    let beyond = survey.api.post(&path, &keeper, form.clone()).await;
    assert_eq!(beyond.code(), "scope_beyond_own");
    let all = survey.api.post(&path, &survey.admin, form).await;
    assert_eq!(all.status, 201);
}
