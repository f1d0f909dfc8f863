use axum::http::Method;
use domain::permission::Permission as P;
use domain::role::Role;
use serde_json::{Value, json};

use super::{Survey, WEST};

const PREVIEW: &str = "/api/roles/preview";

impl Survey {
    /// Scenes that a role would let the subject see: all of them, and those of node 1 and of node 4.
    async fn counted(&self, permissions: &[&str], subject: Value) -> Vec<i64> {
        let mut body = subject;
        body["permissions"] = json!(permissions);
        let (status, preview) = self.send(Method::POST, PREVIEW, body).await;
        assert_eq!(status, 200, "{preview}");
        let scenes = &preview["scenes"];
        let nodes = scenes["nodes"].as_array().unwrap();
        let ids: Vec<_> = nodes.iter().map(|node| node["id"].clone()).collect();
        assert_eq!(ids, [json!(1), json!(4)]);
        let counts = nodes.iter().map(|node| &node["count"]);
        let counts = std::iter::once(&scenes["total"]).chain(counts);
        counts.map(|count| count.as_i64().unwrap()).collect()
    }
}

#[tokio::test]
async fn a_role_previews_how_many_scenes_somebody_sees() {
    let survey = Survey::new().await;
    survey.api.account("lisi_1", Role::Applicant).await;
    let person = survey.id_of("lisi_1").await;
    survey.close().await;
    let mut db = survey.api.context.connection().await.unwrap();
    for name in ["总院", "分院"] {
        storage::db::units::ensure(&mut db, name).await.unwrap();
    }
    let units = storage::db::scopes::unit_tree(&mut db).await.unwrap();
    let unit = |name: &str| units.iter().find(|it| it.name == name).unwrap().id;
    let (above, below) = (unit("总院"), unit("分院"));
    let path = format!("/api/units/{below}/parent");
    survey
        .send(Method::PUT, &path, json!({"parentId": above}))
        .await;
    let past = "2020-01-01T00:00:00Z";
    for grant in [
        json!({"subject": "everybody", "nodeIds": [4]}),
        json!({"subject": "unit", "subjectId": above, "nodeIds": [1], "wkt": WEST}),
        json!({"subject": "person", "subjectId": person, "nodeIds": [2]}),
        json!({"subject": "everybody", "until": past}),
    ] {
        survey.grant(grant).await;
    }
    let everybody = json!({"subject": "everybody"});
    let member = json!({"subject": "unit", "subjectId": below});
    let lisi = json!({"subject": "person", "subjectId": person});
    assert_eq!(survey.counted(&[], everybody.clone()).await, [1, 0, 1]);
    assert_eq!(survey.counted(&[], member).await, [3, 2, 1]);
    assert_eq!(survey.counted(&[], lisi.clone()).await, [3, 2, 1]);
    let path = format!("/api/users/{person}/unit");
    survey
        .send(Method::PUT, &path, json!({"unitId": below}))
        .await;
    assert_eq!(survey.counted(&[], lisi.clone()).await, [4, 3, 1]);
    // Whoever holds this sees everything, whatever the grants.
    assert_eq!(survey.counted(&["/scene/all"], everybody).await, [4, 3, 1]);
    // What is counted is what the person then finds.
    let token = survey.api.login("lisi_1", "Scenedock1").await.json();
    let found = survey.finds(token["token"].as_str().unwrap()).await.1;
    assert_eq!(survey.counted(&["/order/mine"], lisi).await[0], found);
}

#[tokio::test]
async fn a_preview_counts_nothing_beyond_what_whoever_looks_may_grant() {
    let survey = Survey::new().await;
    let api = &survey.api;
    let without = api.holding("keeper_1", &[P::ManageRoles]).await;
    let limited = api
        .holding("keeper_2", &[P::ManageRoles, P::ManageScopes])
        .await;
    survey.close().await;
    let west = json!({"subject": "everybody", "nodeIds": [1], "wkt": WEST});
    survey.grant(west).await;
    api.account("lisi_1", Role::Applicant).await;
    let person = survey.id_of("lisi_1").await;
    survey
        .grant(json!({"subject": "person", "subjectId": person, "nodeIds": [4]}))
        .await;
    let guests = json!({"permissions": [], "subject": "everybody"});
    let lisi = json!({"permissions": [], "subject": "person", "subjectId": person});
    let all = json!({"permissions": ["/scene/all"], "subject": "everybody"});
    let nobody = json!({"permissions": [], "subject": "unit", "subjectId": person});
    let unsaid = json!({"permissions": [], "subject": "person"});
    let wrong = json!({"permissions": ["/root"]});
    for (token, body, status, code) in [
        (&without, json!({"permissions": []}), 200, ""),
        (&without, guests.clone(), 403, "forbidden"),
        (&limited, guests, 200, ""),
        (&limited, lisi.clone(), 409, "scope_beyond_own"),
        (&limited, all, 409, "scope_beyond_own"),
        (&survey.admin, lisi, 200, ""),
        (&survey.admin, nobody, 400, "invalid"),
        (&survey.admin, unsaid, 400, "invalid"),
        (&survey.admin, wrong, 400, "invalid"),
    ] {
        let answer = api.post(PREVIEW, token, body.clone()).await;
        assert_eq!(answer.status.as_u16(), status, "{body}: {}", answer.json());
        if status != 200 {
            assert_eq!(answer.code(), code, "{body}");
        }
    }
}
