use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use domain::permission::Permission;
use domain::role::Role;
use serde_json::{Value, json};

use crate::testing::{Answer, TestApi, scene, square};

/// Three scenes of GF1 with two sensors, and one of ZY3.
struct Names {
    api: TestApi,
    admin: String,
}

impl Names {
    async fn new() -> Self {
        let api = TestApi::new().await;
        api.node(1, None, "卫星").await;
        let scenes = [
            ("a", "GF1", "PMS"),
            ("b", "GF1", "PMS"),
            ("c", "GF1", "WFV"),
            ("d", "ZY3", "NAD"),
        ];
        let scenes = scenes.map(|(id, satellite, sensor)| {
            let mut new = scene(id, &square(100.0, 30.0));
            (new.satellite, new.sensor) = (satellite.into(), sensor.into());
            new
        });
        api.scenes(&scenes).await;
        let admin = api.signed_in("admin_1", Role::Admin).await;
        Self { api, admin }
    }

    async fn put(&self, (satellite, sensor): (&str, &str), name: &str, version: i64) -> Answer {
        let body = json!({"satellite": satellite, "sensor": sensor, "name": name, "nameEn": "", "version": version});
        let path = "/api/catalog/instruments";
        let body = Some(body);
        self.api.call(Method::PUT, path, &self.admin, body).await
    }

    /// Codes with number of scenes, name and version, as they are listed.
    async fn listed(&self) -> Value {
        let path = "/api/catalog/instruments";
        let listed = self.api.get(path, &self.admin).await.json();
        let rows = listed["items"].as_array().unwrap().iter().map(|row| {
            json!([
                row["satellite"],
                row["sensor"],
                row["count"],
                row["name"],
                row["version"]
            ])
        });
        rows.collect()
    }

    async fn public_names(&self, token: &str) -> Value {
        self.api.get("/api/instruments", token).await.json()["items"].clone()
    }

    async fn import(&self, query: &str, file: &[u8]) -> Value {
        let head = "--x\r\ncontent-disposition: form-data; name=\"file\"; filename=\"f\"\r\n\r\n";
        let body = [head.as_bytes(), file, b"\r\n--x--\r\n"].concat();
        let request = Request::builder()
            .method(Method::POST)
            .uri(format!("/api/catalog/instruments/import{query}"))
            .header(header::AUTHORIZATION, format!("Bearer {}", self.admin))
            .header(header::CONTENT_TYPE, "multipart/form-data; boundary=x");
        let answer = self.api.send(request.body(Body::from(body)).unwrap()).await;
        answer.json()
    }

    async fn log(&self) -> Value {
        let path = "/api/audit-log?subject=catalogue";
        self.api.get(path, &self.admin).await.json()["items"].clone()
    }
}

#[tokio::test]
async fn what_has_no_name_comes_first_and_names_are_shown_to_everybody() {
    let names = Names::new().await;
    assert_eq!(
        names.listed().await,
        json!([
            ["GF1", "", 3, "", 0],
            ["GF1", "PMS", 2, "", 0],
            ["GF1", "WFV", 1, "", 0],
            ["ZY3", "", 1, "", 0],
            ["ZY3", "NAD", 1, "", 0],
        ])
    );
    assert_eq!(names.put(("GF1", ""), "高分一号", 0).await.status, 204);
    assert_eq!(names.put(("HY1", "COCTS"), "水色仪", 0).await.status, 204);
    let listed = names.listed().await;
    assert_eq!(listed[0], json!(["GF1", "PMS", 2, "", 0]));
    assert_eq!(listed[4], json!(["GF1", "", 3, "高分一号", 1]));
    assert_eq!(listed[5], json!(["HY1", "COCTS", 0, "水色仪", 1]));
    let shown = names.public_names("").await;
    assert_eq!(
        shown[0],
        json!({"satellite": "GF1", "sensor": "", "name": "高分一号", "nameEn": ""})
    );
    // Codes stay what is searched by.
    let search = json!({"satellites": ["GF1"]});
    let found = names.api.post("/api/scenes/search", "", search).await;
    assert_eq!(found.json()["items"][0]["satelite"], "GF1");
    let log = names.log().await;
    assert_eq!(log[1]["action"], "name_instruments");
    assert_eq!(
        log[1]["changes"],
        json!([{"field": "GF1", "before": "", "after": "高分一号"}])
    );
}

#[tokio::test]
async fn who_has_the_names_is_told_that_they_are_the_same() {
    let names = Names::new().await;
    names.put(("GF1", ""), "高分一号", 0).await;
    let first = names.api.get("/api/instruments", "").await;
    let tag = first.header("etag").to_owned();
    let ask = async || {
        let request = Request::builder()
            .uri("/api/instruments")
            .header(header::IF_NONE_MATCH, &tag)
            .body(Body::empty());
        names.api.send(request.unwrap()).await
    };
    assert_eq!(ask().await.status, StatusCode::NOT_MODIFIED);
    names.put(("GF1", ""), "高分1号", 1).await;
    let beside = names.api.beside();
    let changed = beside.get("/api/instruments", "").await.json();
    assert_eq!(
        changed["items"][0]["name"], "高分1号",
        "at once, everywhere"
    );
    assert_eq!(ask().await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_name_is_changed_as_it_was_read() {
    let names = Names::new().await;
    names.put(("GF1", ""), "高分一号", 0).await;
    for version in [0, 2] {
        let refused = names.put(("GF1", ""), "高分", version).await;
        assert_eq!(
            (refused.status.as_u16(), refused.code().as_str()),
            (409, "changed_meanwhile")
        );
    }
    let wrong = names.put(("", ""), "无", 0).await;
    assert_eq!(wrong.status, 400);
    assert_eq!(wrong.json()["errors"][0]["field"], "satellite");
    assert_eq!(names.put(("GF1", ""), "", 1).await.status, 204);
    assert_eq!(names.public_names("").await, json!([]), "taken away");
    let kept = names.log().await;
    assert_eq!(kept[0]["changes"][0]["before"], "高分一号");
}

#[tokio::test]
async fn a_table_is_taken_over_whole_or_not_at_all() {
    let names = Names::new().await;
    names.put(("ZY3", ""), "资源三号", 0).await;
    let head = "卫星代码,传感器代码,景数,中文名称,英文名称\n";
    let wrong = format!("{head}GF1,,3,高分一号,GF-1\nGF1,PMS,2,,PMS\n");
    let report = names.import("", wrong.as_bytes()).await;
    assert_eq!(
        (
            &report["faultCount"],
            &report["imported"],
            &report["faults"][0]["row"]
        ),
        (&json!(1), &json!(false), &json!(3)),
        "{report}"
    );
    assert!(report["workbook"].is_string());
    assert_eq!(names.public_names("").await.as_array().unwrap().len(), 1);
    let right = format!("{head}GF1,,3,高分一号,GF-1\nZY3,,1,,\n");
    let dry = names.import("?dryRun=true", right.as_bytes()).await;
    assert_eq!(
        (&dry["imported"], &dry["faultCount"]),
        (&json!(false), &json!(0))
    );
    assert_eq!(names.public_names("").await[0]["name"], "资源三号");
    let report = names.import("", right.as_bytes()).await;
    assert_eq!(
        (&report["imported"], &report["changed"]),
        (&json!(true), &json!(2))
    );
    let shown = names.public_names("").await;
    assert_eq!(
        (&shown[0]["nameEn"], &shown[1]),
        (&json!("GF-1"), &Value::Null)
    );
    // What is exported is imported, and changes nothing.
    let path = "/api/catalog/instruments.xlsx";
    let workbook = names.api.get(path, &names.admin).await;
    let report = names.import("", &workbook.bytes).await;
    assert_eq!(
        (&report["rows"], &report["changed"]),
        (&json!(5), &json!(0)),
        "{report}"
    );
    assert_eq!(names.log().await.as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn nobody_hears_of_instruments_beyond_the_own_scope() {
    let names = Names::new().await;
    for code in [("GF1", ""), ("ZY3", "NAD")] {
        names.put(code, "名称", 0).await;
    }
    sqlx::query("DELETE FROM scope_grant")
        .execute(&names.api.context.pool)
        .await
        .unwrap();
    assert_eq!(names.public_names("").await, json!([]));
    assert_eq!(
        names
            .public_names(&names.admin)
            .await
            .as_array()
            .unwrap()
            .len(),
        2
    );
    let bound = names
        .api
        .holding("bound_1", &[Permission::ManageCatalogue])
        .await;
    let path = "/api/catalog/instruments";
    let listed = names.api.get(path, &bound).await.json();
    assert_eq!(listed["items"], json!([]));
}
