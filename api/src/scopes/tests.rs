use axum::http::Method;
use domain::permission::Permission;
use domain::role::Role;
use serde_json::{Value, json};
use storage::db::users;

use crate::testing::{TestApi, scene, square};

mod changed;
mod doors;
mod flood;
mod role_preview;
mod served;
mod units;
mod watched;

/// Node 1 with 2 and 3 below it; one scene in the west and one in the east of 2, one in the west of 3, one of node 4.
struct Survey {
    api: TestApi,
    admin: String,
}

const WEST: &str = "POLYGON((99 29,103 29,103 33,99 33,99 29))";

/// A grant with the limits that it does not name as none.
fn whole(mut grant: Value) -> Value {
    for limit in ["nodeIds", "region", "wkt", "until"] {
        if grant.get(limit).is_none() {
            grant[limit] = Value::Null;
        }
    }
    grant
}

impl Survey {
    async fn new() -> Self {
        let api = TestApi::new().await;
        for (id, parent) in [(1, None), (2, Some(1)), (3, Some(1)), (4, None)] {
            api.node(id, parent, &format!("n{id}")).await;
        }
        let of = |id: &str, node: i64, west: f64, satellite: &str| {
            let mut new = scene(id, &square(west, 30.0));
            new.nodeid = node;
            new.satellite = satellite.into();
            new.image_url = Some("file:///nowhere.jpg".into());
            new
        };
        api.scenes(&[
            of("a", 2, 100.0, "GF1"),
            of("b", 2, 120.0, "GF2"),
            of("c", 3, 100.5, "ZY3"),
            of("d", 4, 101.0, "HY1"),
        ])
        .await;
        let admin = api.signed_in("admin_1", Role::Admin).await;
        Self { api, admin }
    }

    async fn send(&self, method: Method, path: &str, body: Value) -> (u16, Value) {
        let answer = self.api.call(method, path, &self.admin, Some(body)).await;
        let status = answer.status.as_u16();
        (
            status,
            if status == 204 {
                Value::Null
            } else {
                answer.json()
            },
        )
    }

    async fn grant(&self, body: Value) -> String {
        let (status, made) = self.send(Method::POST, "/api/scopes", whole(body)).await;
        assert_eq!(status, 201, "{made}");
        made["id"].as_str().unwrap().to_owned()
    }

    /// Takes back that everybody sees everything.
    async fn close(&self) {
        let grants = self
            .api
            .get("/api/scopes?subject=everybody", &self.admin)
            .await;
        for grant in grants.json()["items"].as_array().unwrap() {
            let path = format!("/api/scopes/{}", grant["id"].as_str().unwrap());
            assert_eq!(self.send(Method::DELETE, &path, json!({})).await.0, 204);
        }
    }

    async fn id_of(&self, login_name: &str) -> String {
        let mut db = self.api.context.connection().await.unwrap();
        let found = users::with_password_hash(&mut db, login_name)
            .await
            .unwrap();
        found.unwrap().0.id.to_string()
    }

    /// Public ids that somebody finds, and the total that goes with them.
    async fn finds(&self, token: &str) -> (Vec<String>, i64) {
        let body = json!({"sort": "dataname", "facets": true});
        let found = self
            .api
            .post("/api/scenes/search", token, body)
            .await
            .json();
        let ids = found["items"].as_array().unwrap().iter();
        let mut ids: Vec<String> = ids
            .map(|it| it["dataid"].as_str().unwrap().into())
            .collect();
        ids.sort_unstable();
        (ids, found["total"].as_i64().unwrap())
    }
}

fn ids(of: &[&str]) -> (Vec<String>, i64) {
    let ids = of.iter().map(|id| (*id).to_owned()).collect();
    (ids, i64::try_from(of.len()).unwrap())
}

#[tokio::test]
async fn at_first_everybody_sees_everything_and_nobody_when_that_is_taken_back() {
    let survey = Survey::new().await;
    let applicant = survey.api.signed_in("lisi_1", Role::Applicant).await;
    for token in ["", &applicant, &survey.admin] {
        assert_eq!(survey.finds(token).await, ids(&["a", "b", "c", "d"]));
    }
    survey.close().await;
    for token in ["", &applicant] {
        assert_eq!(survey.finds(token).await, ids(&[]));
        assert_eq!(
            survey.api.get("/api/catalog/tree", token).await.json(),
            json!([])
        );
    }
    assert_eq!(survey.finds(&survey.admin).await.1, 4);
}

#[tokio::test]
async fn of_two_who_change_a_grant_at_once_the_later_one_learns_of_the_earlier() {
    let survey = Survey::new().await;
    let id = survey
        .grant(json!({"subject": "everybody", "nodeIds": [4]}))
        .await;
    let path = format!("/api/scopes/{id}");
    let change = async |node: i64, version: Value| {
        let draft = json!({"subject": "everybody", "nodeIds": [node], "version": version});
        let (status, answer) = survey.send(Method::PUT, &path, whole(draft)).await;
        (status, answer["version"].as_i64(), answer["code"].clone())
    };
    assert_eq!(change(3, json!(1)).await, (200, Some(2), Value::Null));
    // The same again is no change.
    assert_eq!(change(3, json!(2)).await, (200, Some(2), Value::Null));
    let refused = change(2, json!(1)).await;
    assert_eq!(refused, (409, None, json!("changed_meanwhile")));
    // Whoever does not say what was read is not asked.
    assert_eq!(change(2, Value::Null).await.1, Some(3));
    assert_eq!(change(1, json!(3)).await.1, Some(4));
}

#[tokio::test]
async fn everybodys_unit_and_own_grants_add_up_and_end() {
    let survey = Survey::new().await;
    let token = survey.api.signed_in("lisi_1", Role::Applicant).await;
    let person = survey.id_of("lisi_1").await;
    survey.close().await;
    survey
        .grant(json!({"subject": "everybody", "nodeIds": [4]}))
        .await;
    assert_eq!(survey.finds("").await, ids(&["d"]));
    // The unit above; the person is a member of the one below.
    let mut db = survey.api.context.connection().await.unwrap();
    for name in ["总院", "分院"] {
        storage::db::units::ensure(&mut db, name).await.unwrap();
    }
    let units = storage::db::scopes::unit_tree(&mut db).await.unwrap();
    let unit = |name: &str| {
        units
            .iter()
            .find(|it| it.name == name)
            .unwrap()
            .id
            .to_string()
    };
    let (above, below) = (unit("总院"), unit("分院"));
    let move_below = format!("/api/units/{below}/parent");
    let moved = survey
        .send(Method::PUT, &move_below, json!({"parentId": above}))
        .await;
    assert_eq!(moved.0, 204);
    survey
        .grant(json!({"subject": "unit", "subjectId": above, "nodeIds": [1], "wkt": WEST}))
        .await;
    assert_eq!(survey.finds(&token).await, ids(&["d"]));
    let membership = format!("/api/users/{person}/unit");
    let made = survey
        .send(Method::PUT, &membership, json!({"unitId": below}))
        .await;
    assert_eq!(made.0, 204);
    assert_eq!(survey.finds(&token).await, ids(&["a", "c", "d"]));
    let until = (survey.api.context.now() + chrono::TimeDelta::hours(1)).to_rfc3339();
    let own = json!({"subject": "person", "subjectId": person, "nodeIds": [2], "until": until});
    survey.grant(own).await;
    assert_eq!(survey.finds(&token).await, ids(&["a", "b", "c", "d"]));
    survey.api.pass(chrono::TimeDelta::minutes(61));
    // The session has ended meanwhile.
    let token = survey.api.login("lisi_1", "Scenedock1").await.json();
    let token = token["token"].as_str().unwrap().to_owned();
    let survey = Survey {
        admin: survey.api.signed_in("admin_2", Role::Admin).await,
        ..survey
    };
    assert_eq!(survey.finds(&token).await, ids(&["a", "c", "d"]));
    assert_eq!(survey.finds("").await, ids(&["d"]));
    let tree = survey
        .api
        .get("/api/units/tree", &survey.admin)
        .await
        .json();
    let counted = tree["items"].as_array().unwrap().iter();
    let counted: Vec<_> = counted.map(|it| (&it["members"], &it["grants"])).collect();
    assert!(counted.contains(&(&json!(1), &json!(0))) && counted.contains(&(&json!(0), &json!(1))));
    // A unit is not put below itself, nor below its own.
    for (id, parent) in [(&above, &above), (&above, &below)] {
        let path = format!("/api/units/{id}/parent");
        let (status, problem) = survey
            .send(Method::PUT, &path, json!({"parentId": parent}))
            .await;
        assert_eq!(
            (status, &problem["code"]),
            (409, &json!("unit_above_itself"))
        );
    }
}

#[tokio::test]
async fn nobody_gives_or_takes_more_than_he_sees() {
    let survey = Survey::new().await;
    let clerk = survey
        .api
        .holding("clerk_1", &[Permission::ManageScopes])
        .await;
    let (clerk_id, lisi) = (survey.id_of("clerk_1").await, {
        survey.api.account("lisi_1", Role::Applicant).await;
        survey.id_of("lisi_1").await
    });
    survey.close().await;
    let foreign = survey
        .grant(json!({"subject": "everybody", "nodeIds": [4]}))
        .await;
    survey
        .grant(
            json!({"subject": "person", "subjectId": clerk_id, "nodeIds": [1], "wkt": WEST,
        "until": "2099-01-01T00:00:00Z"}),
        )
        .await;
    let small = "POLYGON((100 30,101 30,101 31,100 31,100 30))";
    let large = "POLYGON((90 20,103 20,103 33,90 33,90 20))";
    let until = "2098-01-01T00:00:00Z";
    for (draft, status) in [
        (json!({"nodeIds": [2], "wkt": small, "until": until}), 201),
        (json!({"nodeIds": [1, 3], "wkt": WEST, "until": until}), 201),
        (json!({"nodeIds": [4]}), 201),
        (json!({"nodeIds": [2], "wkt": large, "until": until}), 409),
        (json!({"nodeIds": [2], "until": until}), 409),
        (json!({"nodeIds": [2], "wkt": small}), 409),
        (
            json!({"nodeIds": [2], "wkt": small, "until": "2100-01-01T00:00:00Z"}),
            409,
        ),
        (
            json!({"nodeIds": [2, 4], "wkt": small, "until": until}),
            409,
        ),
        (json!({"wkt": small, "until": until}), 409),
        (json!({}), 409),
    ] {
        let mut body = draft.clone();
        body["subject"] = json!("person");
        body["subjectId"] = json!(lisi);
        let answer = survey.api.post("/api/scopes", &clerk, whole(body)).await;
        assert_eq!(answer.status.as_u16(), status, "{draft}: {}", answer.json());
        if status == 409 {
            assert_eq!(answer.code(), "scope_beyond_own");
        }
    }
    // Neither does he take back, or stretch, what is beyond it.
    let all = survey
        .grant(json!({"subject": "person", "subjectId": lisi}))
        .await;
    for (method, id, status) in [
        (Method::DELETE, &all, 409),
        (Method::PUT, &all, 409),
        (Method::PUT, &foreign, 200),
        (Method::DELETE, &foreign, 204),
    ] {
        let body = json!({"subject": "everybody", "nodeIds": [4], "note": "changed"});
        let path = format!("/api/scopes/{id}");
        let answer = survey
            .api
            .call(method.clone(), &path, &clerk, Some(whole(body)))
            .await;
        assert_eq!(answer.status.as_u16(), status, "{method} {id}");
    }
    // Nor does he make somebody a member of a unit that sees more.
    let mut db = survey.api.context.connection().await.unwrap();
    storage::db::units::ensure(&mut db, "总院").await.unwrap();
    let unit = storage::db::scopes::unit_tree(&mut db).await.unwrap()[0].id;
    survey
        .grant(json!({"subject": "unit", "subjectId": unit}))
        .await;
    let path = format!("/api/users/{lisi}/unit");
    let body = json!({"unitId": unit});
    let answer = survey
        .api
        .call(Method::PUT, &path, &clerk, Some(body))
        .await;
    assert_eq!(answer.code(), "scope_beyond_own");
}

#[tokio::test]
async fn nobody_learns_of_more_than_he_sees() {
    let survey = Survey::new().await;
    let clerk = survey
        .api
        .holding("clerk_1", &[Permission::ManageScopes])
        .await;
    survey.close().await;
    let west = json!({"subject": "everybody", "nodeIds": [1], "wkt": WEST});
    survey.grant(west.clone()).await;
    let beyond = json!({"subject": "everybody", "nodeIds": [2]});
    for (grant, status) in [(west, 200), (beyond, 409)] {
        let answer = survey
            .api
            .post("/api/scopes/preview", &clerk, whole(grant))
            .await;
        assert_eq!(answer.status, status, "{}", answer.json());
    }
    let person = survey.id_of("clerk_1").await;
    for (scene, status) in [("a", 200), ("b", 404)] {
        let path = format!("/api/users/{person}/scope?dataId={scene}");
        let answer = survey.api.get(&path, &clerk).await;
        assert_eq!(answer.status, status, "{scene}");
    }
}

#[tokio::test]
async fn it_is_explained_previewed_and_written_down() {
    let survey = Survey::new().await;
    survey.api.account("lisi_1", Role::Applicant).await;
    let person = survey.id_of("lisi_1").await;
    survey.close().await;
    survey.grant(json!({"subject": "person", "subjectId": person, "nodeIds": [1], "wkt": WEST, "areaName": "西部"})).await;
    let explained = async |scene: &str| {
        let path = format!("/api/users/{person}/scope?dataId={scene}");
        let explained = survey.api.get(&path, &survey.admin).await.json();
        let grant = &explained["grants"][0];
        (
            explained["sees"].clone(),
            grant["inNodes"].clone(),
            grant["inArea"].clone(),
        )
    };
    assert_eq!(
        explained("a").await,
        (json!(true), json!(true), json!(true))
    );
    assert_eq!(
        explained("b").await,
        (json!(false), json!(true), json!(false))
    );
    assert_eq!(
        explained("d").await,
        (json!(false), json!(false), json!(true))
    );
    let preview = json!({"subject": "everybody", "nodeIds": [1], "wkt": WEST});
    let (status, preview) = survey
        .send(Method::POST, "/api/scopes/preview", whole(preview))
        .await;
    assert_eq!((status, &preview["total"]), (200, &json!(2)), "{preview}");
    for (wrong, field) in [
        (
            json!({"subject": "everybody", "subjectId": person}),
            "subjectId",
        ),
        (json!({"subject": "unit"}), "subjectId"),
        (json!({"subject": "everybody", "nodeIds": []}), "nodeIds"),
        (
            json!({"subject": "everybody", "wkt": "POLYGON((0 0"}),
            "wkt",
        ),
        (json!({"subject": "everybody", "region": "1"}), "region"),
        (
            json!({"subject": "everybody", "region": "156630000", "wkt": WEST}),
            "region",
        ),
        (
            json!({"subject": "person", "subjectId": uuid::Uuid::nil()}),
            "subjectId",
        ),
    ] {
        let (status, problem) = survey
            .send(Method::POST, "/api/scopes", whole(wrong.clone()))
            .await;
        assert_eq!(
            (status, &problem["errors"][0]["field"]),
            (400, &json!(field)),
            "{wrong}"
        );
    }
    let region = json!({"subject": "everybody", "region": "156630000"});
    let (status, made) = survey
        .send(Method::POST, "/api/scopes", whole(region))
        .await;
    assert_eq!((status, &made["hasArea"]), (201, &json!(true)), "{made}");
    let log = survey
        .api
        .get("/api/audit-log?subject=scope", &survey.admin)
        .await
        .json();
    let words = log["items"].as_array().unwrap().iter();
    let words: Vec<_> = words.map(|it| it["action"].as_str().unwrap()).collect();
    assert_eq!(words, ["grant", "grant", "revoke"]);
}

#[tokio::test]
async fn a_limit_that_is_forgotten_or_misspelt_opens_nothing() {
    let survey = Survey::new().await;
    survey.close().await;
    let limited = whole(json!({"subject": "everybody", "nodeIds": [1], "wkt": WEST}));
    let id = survey.grant(limited.clone()).await;
    let path = format!("/api/scopes/{id}");
    for limit in ["nodeIds", "region", "wkt", "until"] {
        let mut forgotten = limited.clone();
        let value = forgotten.as_object_mut().unwrap().remove(limit).unwrap();
        let mut misspelt = limited.clone();
        misspelt[limit.to_uppercase()] = value;
        for body in [forgotten, misspelt] {
            for (method, path) in [(Method::POST, "/api/scopes"), (Method::PUT, &path)] {
                let (status, problem) = survey.send(method, path, body.clone()).await;
                assert_eq!(status, 400, "{body}: {problem}");
            }
        }
    }
    let (_, kept) = survey.send(Method::GET, &path, json!({})).await;
    assert_eq!(
        (&kept["nodeIds"], &kept["hasArea"]),
        (&json!([1]), &json!(true)),
        "{kept}"
    );
}
