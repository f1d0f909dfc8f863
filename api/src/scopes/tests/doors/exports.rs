//! Exports that were made while more could be seen.

use std::time::Duration;

use domain::ids::{ExportId, UserId};
use domain::role::Role;
use serde_json::json;
use uuid::Uuid;

use crate::context::Settings;
use crate::geometry::pool::{GeometryLimits, Requester};
use crate::scopes::tests::{Survey, WEST};
use crate::testing::{TestApi, scene, square};

/// An export of these scenes, done; the path of its file.
async fn finished_export(api: &TestApi, token: &str, data_ids: [&str; 2]) -> String {
    let begun = api
        .post(
            "/api/exports",
            token,
            json!({"kind": "csv", "dataIds": data_ids}),
        )
        .await;
    let id = ExportId(begun.json()["uuid"].as_str().unwrap().parse().unwrap());
    api.publish_export(id).await;
    format!("/api/exports/{}/file", id.0)
}

#[tokio::test]
async fn a_file_that_names_what_is_hidden_by_now_is_not_handed_out() {
    let survey = Survey::new().await;
    let api = &survey.api;
    let token = api.signed_in("lisi_1", Role::Applicant).await;
    let with_hidden = finished_export(api, &token, ["a", "b"]).await;
    let without = finished_export(api, &token, ["a", "c"]).await;
    for path in [&with_hidden, &without] {
        assert_eq!(api.get(path, &token).await.status, 200);
    }
    survey.close().await;
    let person = survey.id_of("lisi_1").await;
    let grant = json!({"subject": "person", "subjectId": person, "nodeIds": [1], "wkt": WEST});
    survey.grant(grant).await;
    let (status, code, words) = api.get(&with_hidden, &token).await.refusal();
    assert_eq!((status, &*code), (404, "no_file"));
    assert!(words.contains("请重新导出"), "{words}");
    assert_eq!(api.get(&without, &token).await.status, 200);
    let all = json!({"subject": "person", "subjectId": person});
    survey.grant(all).await;
    assert_eq!(api.get(&with_hidden, &token).await.status, 200);
}

#[tokio::test]
async fn a_download_takes_a_place_among_those_who_compute_with_areas() {
    let geometry_of_signed_in = GeometryLimits {
        slots: 1,
        wait: Duration::from_millis(1),
        ..GeometryLimits::for_signed_in()
    };
    let api = TestApi::with(Settings {
        captcha: false,
        geometry_of_signed_in,
        ..Settings::default()
    })
    .await;
    api.node(1, None, "卫星").await;
    let outline = square(0.0, 0.0);
    api.scenes(&[scene("a", &outline), scene("b", &outline)])
        .await;
    let token = api.signed_in("lisi_1", Role::Applicant).await;
    let path = finished_export(&api, &token, ["a", "b"]).await;
    let other = Requester::Person(UserId(Uuid::from_u128(7)));
    let slot = api.context.geometry.enter(other).await.unwrap();
    let (status, code, _) = api.get(&path, &token).await.refusal();
    assert_eq!((status, &*code), (503, "geometry_busy"));
    drop(slot);
    assert_eq!(api.get(&path, &token).await.status, 200);
}
