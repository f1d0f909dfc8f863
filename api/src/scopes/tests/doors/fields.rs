//! Field lists, kept by somebody who sees a part of the catalogue.

use axum::body::Body;
use axum::http::{Method, Request, header};
use domain::permission::Permission;
use serde_json::{Value, json};

use crate::scopes::tests::{Survey, WEST};
use crate::testing::Answer;

/// Somebody who keeps field lists; node 2 and node 4 have one of their own.
struct Keeper {
    survey: Survey,
    token: String,
}

const CLOUD: &str = "hy,海洋,显示,cloud,云量,Cloud,百分比,";

impl Keeper {
    async fn new() -> Self {
        let survey = Survey::new().await;
        let token = survey
            .api
            .holding("keeper_1", &[Permission::CatalogFields])
            .await;
        for node in [2, 4] {
            let path = format!("/api/catalog/nodes/{node}/fields");
            let set = survey.send(Method::PUT, &path, json!({"list": "hy"}));
            assert_eq!(set.await.0, 200);
        }
        survey.close().await;
        Self { survey, token }
    }

    async fn granted(&self, mut grant: Value) {
        grant["subject"] = json!("person");
        grant["subjectId"] = json!(self.survey.id_of("keeper_1").await);
        self.survey.grant(grant).await;
    }

    async fn assign(&self, node: i64, list: &str) -> Answer {
        let path = format!("/api/catalog/nodes/{node}/fields");
        let body = Some(json!({"list": list}));
        let api = &self.survey.api;
        api.call(Method::PUT, &path, &self.token, body).await
    }

    /// Gives a list another content.
    async fn rewrite(&self, list: &str) -> Answer {
        let path = format!("/api/catalog/fieldLists/{list}");
        let cloud = json!({"key": "cloud", "label": "云", "labelEn": "Cloud", "kind": "percent"});
        let content = json!({"label": "改", "display": [cloud], "query": []});
        let api = &self.survey.api;
        api.call(Method::PUT, &path, &self.token, Some(content))
            .await
    }

    async fn import(&self, rows: &str) -> Answer {
        let heads = "列表标识,列表名称,用途,字段,中文标签,英文标签,类型,单位";
        let form = "--x\r\ncontent-disposition: form-data; name=\"file\"; filename=\"f\"\r\n\r\n";
        let request = Request::builder()
            .method(Method::POST)
            .uri("/api/catalog/fields/import")
            .header(header::AUTHORIZATION, format!("Bearer {}", self.token))
            .header(header::CONTENT_TYPE, "multipart/form-data; boundary=x");
        let body = format!("{form}{heads}\n{rows}\r\n--x--\r\n");
        let request = request.body(Body::from(body)).unwrap();
        self.survey.api.send(request).await
    }

    /// The list that a node has of its own, as an administrator reads it.
    async fn own_list(&self, node: i64) -> Value {
        let nodes = self
            .survey
            .api
            .get("/api/catalog/nodes", &self.survey.admin);
        let nodes = nodes.await.json();
        let mut nodes = nodes["items"].as_array().unwrap().iter();
        nodes.find(|one| one["id"] == node).unwrap()["fieldList"].clone()
    }

    /// Row and code of each fault of a table.
    async fn faults(&self, rows: &str) -> Vec<(i64, String)> {
        let report = self.import(rows).await.json();
        let faults = report["faults"].as_array().unwrap().iter();
        let faults = faults.map(|fault| {
            let code = fault["code"].as_str().unwrap().to_owned();
            (fault["row"].as_i64().unwrap(), code)
        });
        faults.collect()
    }
}

/// So is an administrator of the system, where the three kinds are apart: the catalogue's directory is as empty.
#[tokio::test]
async fn who_sees_no_scenes_learns_of_no_node_and_changes_none() {
    let keeper = Keeper::new().await;
    assert_eq!(keeper.assign(2, "default").await.status, 404);
    let no_such_node = vec![(2, "field.no_such_node".to_owned())];
    assert_eq!(keeper.faults("default,,节点,2,,,,").await, no_such_node);
    assert_eq!(keeper.own_list(2).await, "hy");
    let api = &keeper.survey.api;
    let lists = api
        .get("/api/catalog/fieldLists", &keeper.token)
        .await
        .json();
    assert_eq!(lists["changeableNodeIds"], json!([]));
    for list in lists["items"].as_array().unwrap() {
        assert_eq!(list["nodeIds"], json!([]), "{list}");
    }
    let path = "/api/catalog/fieldLists/hy";
    let used = api.call(Method::DELETE, path, &keeper.token, None).await;
    assert_eq!(used.code(), "in_use");
    let said = used.json()["detail"].as_str().unwrap().to_owned();
    assert!(
        said.contains("2 个目录节点") && said.ends_with("：…"),
        "{said}"
    );
}

#[tokio::test]
async fn a_keeper_of_a_part_gives_lists_to_that_part() {
    let keeper = Keeper::new().await;
    keeper.granted(json!({"nodeIds": [1]})).await;
    let api = &keeper.survey.api;
    let set = keeper.assign(3, "hy").await;
    assert_eq!(set.status, 200, "{}", set.text());
    assert_eq!(keeper.assign(4, "default").await.status, 404);
    let lists = api
        .get("/api/catalog/fieldLists", &keeper.token)
        .await
        .json();
    let mut items = lists["items"].as_array().unwrap().iter();
    let list = items.find(|list| list["name"] == "hy").unwrap();
    assert_eq!(list["nodeIds"], json!([2, 3]));
    assert_eq!(lists["changeableNodeIds"], json!([1, 2, 3]));
    let table = api.get("/api/catalog/fields.xlsx", &keeper.token).await;
    let mut parts = zip::ZipArchive::new(std::io::Cursor::new(table.bytes)).unwrap();
    let mut texts = String::new();
    for name in ["xl/worksheets/sheet1.xml", "xl/sharedStrings.xml"] {
        if let Ok(part) = parts.by_name(name) {
            texts += &std::io::read_to_string(part).unwrap();
        }
    }
    assert!(texts.contains(">n3<") && !texts.contains(">n4<"), "{texts}");
    let used = api.call(
        Method::DELETE,
        "/api/catalog/fieldLists/hy",
        &keeper.token,
        None,
    );
    let said = used.await.json()["detail"].as_str().unwrap().to_owned();
    assert!(said.ends_with("：n2、n3…"), "{said}");
    let beyond = "default,,节点,2,,,,\ndefault,,节点,4,,,,";
    let no_such_node = vec![(3, "field.no_such_node".to_owned())];
    assert_eq!(keeper.faults(beyond).await, no_such_node);
    assert_eq!(keeper.own_list(2).await, "hy");
    assert_eq!(keeper.faults("default,,节点,2,,,,").await, []);
    assert_eq!(keeper.own_list(2).await, "default");
}

/// Of nodes 2 and 4, which have the list, one is beyond the keeper's scope.
#[tokio::test]
async fn a_list_is_changed_by_who_may_change_every_node_that_has_it() {
    let keeper = Keeper::new().await;
    keeper.granted(json!({"nodeIds": [1]})).await;
    let api = &keeper.survey.api;
    let changeable = async || {
        let lists = api.get("/api/catalog/fieldLists", &keeper.token).await;
        let lists = lists.json()["changeableLists"].as_array().unwrap().clone();
        ["default", "eo1h", "geologicalarchive", "hy"].map(|name| lists.contains(&json!(name)))
    };
    assert_eq!(changeable().await, [false, true, false, false]);
    for list in ["default", "geologicalarchive", "hy"] {
        assert_eq!(
            keeper.rewrite(list).await.code(),
            "scope_beyond_own",
            "{list}"
        );
    }
    let archives = "/api/catalog/fieldLists/geologicalarchive";
    let removed = api
        .call(Method::DELETE, archives, &keeper.token, None)
        .await;
    assert_eq!(removed.code(), "scope_beyond_own");
    let beyond = vec![(2, "field.list_beyond_scope".to_owned())];
    assert_eq!(keeper.faults(CLOUD).await, beyond);
    assert_eq!(keeper.rewrite("eo1h").await.status, 200);
    let path = "/api/catalog/nodes/4/fields";
    let freed = keeper
        .survey
        .send(Method::PUT, path, json!({"list": "eo1h"}));
    assert_eq!(freed.await.0, 200);
    assert_eq!(changeable().await, [false, false, false, true]);
    assert_eq!(keeper.rewrite("hy").await.status, 200);
    assert_eq!(keeper.faults(CLOUD).await, []);
}

/// What somebody sees a part of is not given another list, and may come back as it was exported.
#[tokio::test]
async fn a_node_that_is_seen_in_part_keeps_its_list() {
    let keeper = Keeper::new().await;
    keeper.granted(json!({"nodeIds": [1], "wkt": WEST})).await;
    let api = &keeper.survey.api;
    let lists = api.get("/api/catalog/fieldLists", &keeper.token).await;
    assert_eq!(lists.json()["changeableNodeIds"], json!([]));
    let refused = keeper.assign(2, "default").await;
    assert_eq!(refused.code(), "scope_beyond_own");
    let beyond = vec![(3, "field.node_beyond_scope".to_owned())];
    let rows = "hy,,节点,2,,,,\ndefault,,节点,3,,,,";
    assert_eq!(keeper.faults(rows).await, beyond);
    assert_eq!(keeper.faults("hy,,节点,2,,,,").await, []);
    assert_eq!(keeper.own_list(2).await, "hy");
    assert_eq!(keeper.own_list(3).await, Value::Null);
}
