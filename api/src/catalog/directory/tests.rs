use axum::http::Method;
use domain::permission::Permission;
use domain::role::Role;
use domain::subscription::{SubscriptionAction, SubscriptionActor, SubscriptionCriteria};
use serde_json::{Value, json};
use storage::db::users;
use testkit::builders::order;
use testkit::builders::subscription::{self, push_target, running_subscription};

use crate::testing::{TestApi, scene, square};

mod moving;
mod rules;

/// Node 1 with 2 and 3 below it, and node 4; scene a in 2, b in 3, c in 4.
struct Desk {
    api: TestApi,
    admin: String,
}

impl Desk {
    async fn new() -> Self {
        let api = TestApi::new().await;
        for (id, parent) in [(1, None), (2, Some(1)), (3, Some(1)), (4, None)] {
            api.node(id, parent, &format!("n{id}")).await;
        }
        let scenes = [("a", 2, "GF1"), ("b", 3, "ZY3"), ("c", 4, "HY1")];
        let scenes = scenes.map(|(id, node, satellite)| {
            let mut new = scene(id, &square(100.0, 30.0));
            new.nodeid = node;
            new.satellite = satellite.into();
            new
        });
        api.scenes(&scenes).await;
        let admin = api.signed_in("admin_1", Role::Admin).await;
        Self { api, admin }
    }

    async fn send_as(&self, token: &str, method: Method, path: &str, body: Value) -> (u16, Value) {
        let answer = self.api.call(method, path, token, Some(body)).await;
        let status = answer.status.as_u16();
        let body = if status == 204 {
            Value::Null
        } else {
            answer.json()
        };
        (status, body)
    }

    async fn send(&self, method: Method, path: &str, body: Value) -> (u16, Value) {
        self.send_as(&self.admin, method, path, body).await
    }

    async fn node(&self, id: i64) -> Value {
        let nodes = self.api.get("/api/catalog/nodes", &self.admin).await.json();
        let mut nodes = nodes["items"].as_array().unwrap().iter();
        let found = nodes.find(|node| node["id"] == id);
        found.cloned().unwrap_or_default()
    }

    async fn shift(
        &self,
        token: &str,
        id: i64,
        parent: Option<i64>,
        before: Option<i64>,
    ) -> (u16, Value) {
        let version = self.node(id).await["version"].clone();
        let body = json!({"parentId": parent, "before": before, "version": version});
        let path = format!("/api/catalog/nodes/{id}/move");
        self.send_as(token, Method::POST, &path, body).await
    }

    /// Takes back that everybody sees everything, and grants this instead.
    async fn grant_only(&self, grants: &[Value]) {
        let known = self.api.get("/api/scopes", &self.admin).await.json();
        for grant in known["items"].as_array().unwrap() {
            let path = format!("/api/scopes/{}", grant["id"].as_str().unwrap());
            self.send(Method::DELETE, &path, json!({})).await;
        }
        for grant in grants {
            let mut body = json!({"nodeIds": null, "region": null, "wkt": null, "until": null});
            body.as_object_mut()
                .unwrap()
                .extend(grant.as_object().unwrap().clone());
            let (status, made) = self.send(Method::POST, "/api/scopes", body).await;
            assert_eq!(status, 201, "{made}");
        }
    }

    async fn id_of(&self, login_name: &str) -> String {
        let mut db = self.api.context.connection().await.unwrap();
        let found = users::with_password_hash(&mut db, login_name)
            .await
            .unwrap();
        found.unwrap().0.id.to_string()
    }
}

/// Ids of the tree, depth first.
fn ids(tree: &Value) -> Vec<i64> {
    let nodes = tree.as_array().unwrap().iter();
    nodes
        .flat_map(|node| {
            let own = node["id"].as_i64().unwrap();
            std::iter::once(own).chain(ids(&node["children"]))
        })
        .collect()
}

#[tokio::test]
async fn a_node_is_made_renamed_and_removed_and_the_log_tells() {
    let desk = Desk::new().await;
    let new = json!({"parentId": 1, "label": " 资源三号 ", "labelEn": "ZY-3", "objType": "BZCP", "collection": "zy3"});
    let (status, made) = desk
        .send(Method::POST, "/api/catalog/nodes", new.clone())
        .await;
    assert_eq!(status, 201, "{made}");
    assert_eq!(
        (&made["label"], &made["dataType"]),
        (&json!("资源三号"), &json!(3))
    );
    // A name that looks the same beside it, and the same collection elsewhere.
    let alike =
        json!({"parentId": 1, "label": "资源\u{200b}三号", "labelEn": "", "objType": "BZCP"});
    let mut other = new;
    other["label"] = json!("资源四号");
    for (body, code) in [
        (alike, "field.node_label_taken"),
        (other, "field.collection_taken"),
    ] {
        let (status, refused) = desk.send(Method::POST, "/api/catalog/nodes", body).await;
        assert_eq!((status, &refused["errors"][0]["code"]), (400, &json!(code)));
    }
    let id = made["id"].as_i64().unwrap();
    let tree = desk.api.get("/api/catalog/tree", "").await.json();
    assert_eq!(ids(&tree), [1, 2, 3, id, 4]);
    assert_eq!(tree[0]["children"][2]["labelEn"], "ZY-3");

    let path = format!("/api/catalog/nodes/{id}");
    let renamed = json!({"version": made["version"], "label": "资源", "objType": "BZCP"});
    let (status, changed) = desk.send(Method::PUT, &path, renamed.clone()).await;
    assert_eq!((status, &changed["collection"]), (200, &Value::Null));
    // Whoever read the older one overwrites nothing.
    let (status, refused) = desk.send(Method::PUT, &path, renamed).await;
    assert_eq!(
        (status, &refused["code"]),
        (409, &json!("changed_meanwhile"))
    );
    let stale = format!("{path}?version={}", made["version"]);
    assert_eq!(desk.send(Method::DELETE, &stale, json!({})).await.0, 409);
    let current = format!("{path}?version={}", changed["version"]);
    assert_eq!(desk.send(Method::DELETE, &current, json!({})).await.0, 204);
    assert_eq!(desk.node(id).await, Value::Null);

    let log = desk
        .api
        .get("/api/audit-log?subject=catalogue", &desk.admin)
        .await
        .json();
    let told: Vec<_> = log["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| &entry["action"])
        .collect();
    assert_eq!(told, ["delete_node", "change_node", "create_node"]);
    assert_eq!(
        log["items"][1]["changes"][0],
        json!({"field": "label", "before": "资源三号", "after": "资源"})
    );
    let was = |field: &str, before: &str| json!({"field": field, "before": before, "after": ""});
    assert_eq!(
        log["items"][0]["changes"],
        json!([
            was("parent", "1"),
            was("label", "资源"),
            was("objType", "BZCP"),
            was("dataType", "3"),
            was("place", "3"),
        ])
    );
}

#[tokio::test]
async fn what_is_in_use_stays_and_the_answer_says_by_what() {
    let desk = Desk::new().await;
    let person = desk.id_of("admin_1").await;
    desk.grant_only(&[json!({"subject": "person", "subjectId": person, "nodeIds": [3]})])
        .await;
    let search = json!({"name": "mine", "query": "?type=WX&node=12%2C3&q=a"});
    assert_eq!(
        desk.send(Method::POST, "/api/searches", search).await.0,
        201
    );
    let list = json!({"list": "default"});
    assert_eq!(
        desk.send(Method::PUT, "/api/catalog/nodes/3/fields", list)
            .await
            .0,
        200
    );
    let rules = json!({"version": 1, "rules": [{"collection": "x", "nodeId": 3}], "fallbackId": 3});
    assert_eq!(
        desk.send(Method::PUT, "/api/catalog/ingestRules", rules)
            .await
            .0,
        200
    );
    let (status, refused) = desk
        .send(Method::DELETE, "/api/catalog/nodes/3?version=1", json!({}))
        .await;
    assert_eq!((status, &refused["code"]), (409, &json!("node_in_use")));
    let uses: Vec<_> = refused["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|use_| {
            (
                use_["field"].as_str().unwrap(),
                use_["params"]["count"].as_i64(),
            )
        })
        .collect();
    assert_eq!(
        uses,
        [
            ("scenes", Some(1)),
            ("grants", Some(1)),
            ("searches", Some(1)),
            ("fieldLists", None),
            ("rules", Some(1)),
            ("rules", None)
        ]
    );
    let said: Vec<_> = (refused["errors"].as_array().unwrap().iter())
        .map(|error| error["detail"].as_str().unwrap())
        .collect();
    assert_eq!(
        said,
        [
            "1 景数据",
            "1 条数据范围授权，授予：admin_1",
            "1 个已保存的查询：admin_1",
            "单独指定的字段列表",
            "1 条入库归类规则，序号：1",
            "入库归类的默认节点"
        ]
    );
    let (_, refused) = desk
        .send(Method::DELETE, "/api/catalog/nodes/1?version=1", json!({}))
        .await;
    assert_eq!(refused["errors"][0]["detail"], "2 个下级节点：n2、n3");
    let uses = desk
        .api
        .get("/api/catalog/nodes/2/uses", &desk.admin)
        .await
        .json();
    assert_eq!(uses["scenes"], 1, "{uses}");
    assert_eq!(uses["searches"], 0, "{uses}");
}

#[tokio::test]
async fn who_needs_a_node_is_named() {
    let desk = Desk::new().await;
    let owner = desk.api.account("lisi_1", Role::Applicant).await;
    let everybody = json!({"subject": "everybody", "nodeIds": null});
    let person = json!({"subject": "person", "subjectId": owner, "nodeIds": [1]});
    let unit = json!({"name": "西部分院", "parentId": null});
    let (_, unit) = desk.send(Method::POST, "/api/units/tree", unit).await;
    let unit = json!({"subject": "unit", "subjectId": unit["id"], "nodeIds": [1, 3]});
    desk.grant_only(&[everybody, person.clone(), person, unit])
        .await;
    for (name, query) in [("a", "?node=3"), ("b", "?node=1,3"), ("c", "?node=31")] {
        let search = json!({"name": name, "query": query});
        let (status, _) = desk.send(Method::POST, "/api/searches", search).await;
        assert_eq!(status, 201);
    }
    let rules = json!([{"collection": "x", "nodeId": 2}, {"collection": "y", "nodeId": 3}]);
    let rules = json!({"version": 1, "rules": rules, "fallbackId": 3});
    let (status, _) = desk
        .send(Method::PUT, "/api/catalog/ingestRules", rules)
        .await;
    assert_eq!(status, 200);
    let (pool, now) = (&desk.api.context.pool, desk.api.context.now());
    let made = order(owner, &["b".to_owned()]).create(pool, now).await;
    let path = format!("/api/orders/{made}");
    let number = desk.api.get(&path, &desk.admin).await.json()["ordername"].clone();
    assert!(number.is_string());

    let by = async |id: i64| {
        let path = format!("/api/catalog/nodes/{id}/uses");
        desk.api.get(&path, &desk.admin).await.json()["by"].take()
    };
    let user = |who: &str, count: i64| json!({"who": who, "count": count});
    assert_eq!(
        by(3).await,
        json!({"children": [], "grants": [user("西部分院", 1)], "searches": [user("admin_1", 2)],
            "subscriptions": [], "orders": [number], "rules": [2], "isFallback": true})
    );
    assert_eq!(
        by(1).await,
        json!({"children": ["n2", "n3"], "grants": [user("lisi_1", 2), user("西部分院", 1)],
            "searches": [user("admin_1", 1)], "subscriptions": [], "orders": [], "rules": [], "isFallback": false})
    );
}

#[tokio::test]
async fn a_node_that_a_subscription_names_stays_until_that_has_ended() {
    let desk = Desk::new().await;
    desk.api.node(5, None, "n5").await;
    let owner = desk.api.account("lisi_1", Role::Applicant).await;
    let chief = desk.api.account("chief_1", Role::Admin).await;
    let (pool, now) = (&desk.api.context.pool, desk.api.context.now());
    let target = push_target(pool, owner, "ftp://example.cn/", now).await;
    let criteria = SubscriptionCriteria {
        node_ids: vec![4, 5],
        ..SubscriptionCriteria::default()
    };
    let form = subscription::subscription_form(target, criteria, now);
    let made = running_subscription(pool, (owner, chief), &form, now).await;
    let uses = async || {
        let uses = desk.api.get("/api/catalog/nodes/5/uses", &desk.admin).await;
        let mut uses = uses.json();
        (
            uses["subscriptions"].take(),
            uses["by"]["subscriptions"].take(),
        )
    };
    let named = json!([{"who": "lisi_1", "count": 1}]);
    assert_eq!(uses().await, (json!(1), named));
    let path = "/api/catalog/nodes/5?version=1";
    let (status, refused) = desk.send(Method::DELETE, path, json!({})).await;
    assert_eq!((status, &refused["code"]), (409, &json!("node_in_use")));
    let why = &refused["errors"][0];
    let expected = (&json!("subscriptions"), &json!("1 个订阅：lisi_1"));
    assert_eq!((&why["field"], &why["detail"]), expected);
    let end = (SubscriptionAction::End, SubscriptionActor::Owner);
    let ended = subscription::desk(pool, (owner, Role::Applicant), now).act(made, end, "");
    ended.await.unwrap();
    assert_eq!(uses().await, (json!(0), json!([])));
    assert_eq!(desk.send(Method::DELETE, path, json!({})).await.0, 204);
}

#[tokio::test]
async fn of_those_who_need_a_node_the_first_twenty_are_named() {
    let desk = Desk::new().await;
    for at in 0..21 {
        desk.api
            .node(100 + at, Some(4), &format!("below {at:02}"))
            .await;
    }
    let path = "/api/catalog/nodes/4/uses";
    let uses = desk.api.get(path, &desk.admin).await.json();
    let named = uses["by"]["children"].as_array().unwrap();
    assert_eq!((&uses["children"], named.len()), (&json!(21), 20));
    // In a sentence the first five; and everybody, who has no name.
    desk.grant_only(&[
        json!({"subject": "everybody", "nodeIds": [4]}),
        json!({"subject": "everybody", "nodeIds": [1, 4]}),
    ])
    .await;
    let path = "/api/catalog/nodes/4?version=1";
    let (_, refused) = desk.send(Method::DELETE, path, json!({})).await;
    let said: Vec<_> = (refused["errors"].as_array().unwrap().iter())
        .map(|error| error["detail"].as_str().unwrap())
        .collect();
    let below = "21 个下级节点：below 00、below 01、below 02、below 03、below 04…";
    assert_eq!(said, ["1 景数据", below, "2 条授予所有人的数据范围授权"]);
}

#[tokio::test]
async fn what_lies_in_a_leaf_may_become_something_else() {
    let desk = Desk::new().await;
    let (status, refused) = desk
        .send(
            Method::PUT,
            "/api/catalog/nodes/1",
            json!({"version": 1, "label": "n1", "objType": "ZL"}),
        )
        .await;
    assert_eq!(
        (status, &refused["code"]),
        (409, &json!("node_kind_of_branch"))
    );
    let aerial = json!({"version": 1, "label": "n2", "objType": "WX", "dataType": 2});
    assert_eq!(
        desk.send(Method::PUT, "/api/catalog/nodes/2", aerial)
            .await
            .0,
        200
    );
    assert_eq!(
        desk.api.get("/api/scenes/a", "").await.json()["datatype"],
        json!(2)
    );
    let wrong = json!({"version": 2, "label": "", "objType": "WX", "dataType": 9});
    let (status, refused) = desk.send(Method::PUT, "/api/catalog/nodes/2", wrong).await;
    let fields: Vec<_> = refused["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|error| &error["field"])
        .collect();
    assert_eq!(
        (status, fields),
        (400, vec![&json!("label"), &json!("dataType")])
    );
}
