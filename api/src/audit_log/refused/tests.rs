use axum::http::{Method, StatusCode};
use chrono::TimeDelta;
use domain::audit_log::refused_request::{MAX_IN_WINDOW, WINDOW};
use domain::permission::Permission as P;
use domain::role::Role;
use serde_json::{Value, json};
use storage::db::{audit_seals, handles};

use crate::testing::{Answer, TestApi};

/// An office with one administrator, who reads the log.
struct Office {
    api: TestApi,
    admin: String,
}

impl Office {
    async fn new() -> Self {
        let api = TestApi::new().await;
        let admin = api.signed_in("admin_1", Role::Admin).await;
        Self { api, admin }
    }

    async fn send(&self, token: &str, method: Method, path: &str, body: Value) -> Answer {
        self.api.call(method, path, token, Some(body)).await
    }

    /// Entries that answer this query, of requests only, the newest first.
    async fn entries(&self, query: &str) -> Vec<Value> {
        let path = format!("/api/audit-log?subject=request{query}");
        let page = self.api.get(&path, &self.admin).await.json();
        page["items"].as_array().unwrap().clone()
    }

    /// That the answer is this refusal, and the only thing that the log has of it.
    async fn left_only(&self, answer: &Answer, by: &str, (method, path): (&str, &str), code: &str) {
        assert_eq!(answer.code(), code);
        let kept = self.entries("&outcome=refused").await;
        let one = &kept[0];
        let got = ["byLoginName", "action", "subjectName", "reason", "outcome"];
        let got = got.map(|field| one[field].as_str().unwrap());
        assert_eq!(got, [by, method, path, code, "refused"]);
        assert_eq!(one["changes"], json!([]));
        assert_ne!(one["clientIp"], "");
    }

    async fn count(&self) -> usize {
        let page = self.api.get("/api/audit-log", &self.admin).await.json();
        page["items"].as_array().unwrap().len()
    }
}

#[tokio::test]
async fn who_goes_beyond_own_rights_leaves_only_the_refusal() {
    let office = Office::new().await;
    let keeper = (office.api)
        .holding("keeper", &[P::ManageRoles, P::GrantRoles])
        .await;
    let before = office.count().await;
    let draft = json!({"name": "s3cret-name", "permissions": ["/system/config"]});
    let answer = office
        .send(&keeper, Method::POST, "/api/roles", draft)
        .await;
    let request = ("post", "/api/roles");
    (office.left_only(&answer, "keeper", request, "beyond_own_rights")).await;
    // What was undone left nothing, and what was sent is not in the entry.
    assert_eq!(office.count().await, before + 1);
    let page = office.api.get("/api/audit-log", &office.admin).await;
    assert!(!page.text().contains("s3cret"));
    let kept = office.entries("").await;
    assert_eq!(kept[0]["subjectId"], "/api/roles");
}

#[tokio::test]
async fn who_gives_data_that_one_does_not_see_is_kept() {
    let office = Office::new().await;
    let clerk = office.api.holding("clerk_1", &[P::ManageScopes]).await;
    let lisi = office.api.account("lisi_1", Role::Applicant).await;
    office.api.node(1, None, "n1").await;
    office.api.node(2, None, "n2").await;
    // What everybody may see from the first day goes first.
    let whole = office
        .api
        .get("/api/scopes?subject=everybody", &office.admin)
        .await;
    for one in whole.json()["items"].as_array().unwrap() {
        let path = format!("/api/scopes/{}", one["id"].as_str().unwrap());
        let taken = office
            .send(&office.admin, Method::DELETE, &path, json!({}))
            .await;
        assert_eq!(taken.status, 204);
    }
    let grant = |subject: &str, id: Value, nodes: Value| json!({"subject": subject, "subjectId": id, "nodeIds": nodes, "region": null, "wkt": null, "until": null});
    let everybody = grant("everybody", Value::Null, json!([1]));
    let given = (office.send(&office.admin, Method::POST, "/api/scopes", everybody)).await;
    assert!(given.status.is_success(), "{}", given.text());
    let done = async || {
        let path = "/api/audit-log?subject=scope";
        let page = office.api.get(path, &office.admin).await.json();
        page["items"].as_array().unwrap().len()
    };
    let before = done().await;
    let beyond = grant("person", json!(lisi.0), json!([2]));
    let answer = (office.send(&clerk, Method::POST, "/api/scopes", beyond)).await;
    let request = ("post", "/api/scopes");
    (office.left_only(&answer, "clerk_1", request, "scope_beyond_own")).await;
    // What was done before stands as done, and the refused grant not.
    assert_eq!(done().await, before);
}

#[tokio::test]
async fn who_would_combine_administrators_or_remove_the_last_is_kept() {
    let office = Office::new().await;
    let one = office.api.account("one_1", Role::Applicant).await;
    let two = office.api.account("two_1", Role::Applicant).await;
    let twice = json!({"system": [one.0], "security": [two.0], "audit": [one.0]});
    let path = "/api/separation";
    let answer = office.send(&office.admin, Method::PUT, path, twice).await;
    let request = ("put", path);
    (office.left_only(&answer, "admin_1", request, "administrators_combined")).await;
    let me = office.api.get("/api/auth/me", &office.admin).await.json();
    let path = format!("/api/users/{}/disable", me["id"].as_str().unwrap());
    let answer = (office.send(&office.admin, Method::POST, &path, json!({}))).await;
    let request = ("post", path.as_str());
    (office.left_only(&answer, "admin_1", request, "last_administrator")).await;
    assert_eq!(
        office.entries("").await[0]["subjectId"],
        "/api/users/{id}/disable"
    );
}

/// Whoever tries to give oneself other roles.
#[tokio::test]
async fn who_would_act_on_the_own_account_is_kept() {
    let office = Office::new().await;
    office.api.account("admin_2", Role::Admin).await;
    let me = office.api.get("/api/auth/me", &office.admin).await.json();
    let path = format!("/api/users/{}/roles", me["id"].as_str().unwrap());
    let roles = json!({"roleIds": ["applicant"]});
    let answer = (office.send(&office.admin, Method::PUT, &path, roles)).await;
    let request = ("put", path.as_str());
    (office.left_only(&answer, "admin_1", request, "own_account")).await;
}

/// Node 2 goes below a node that somebody sees who does not see it.
#[tokio::test]
async fn who_would_change_what_others_see_by_moving_a_node_is_kept() {
    let office = Office::new().await;
    let clerk = office.api.holding("clerk_1", &[P::ManageCatalogue]).await;
    let lisi = office.api.account("lisi_1", Role::Applicant).await;
    for (id, parent) in [(1, None), (2, Some(1)), (3, Some(1))] {
        office.api.node(id, parent, &format!("n{id}")).await;
    }
    let me = office.api.get("/api/auth/me", &clerk).await.json();
    let all = office.api.get("/api/scopes", &office.admin).await.json();
    for one in all["items"].as_array().unwrap() {
        let path = format!("/api/scopes/{}", one["id"].as_str().unwrap());
        (office.send(&office.admin, Method::DELETE, &path, json!({}))).await;
    }
    for (person, node) in [(me["id"].clone(), 1), (json!(lisi.0), 3)] {
        let grant = json!({"subject": "person", "subjectId": person, "nodeIds": [node], "region": null, "wkt": null, "until": null});
        let given = (office.send(&office.admin, Method::POST, "/api/scopes", grant)).await;
        assert!(given.status.is_success(), "{}", given.text());
    }
    let nodes = office.api.get("/api/catalog/nodes", &clerk).await.json();
    let nodes = nodes["items"].as_array().unwrap();
    let moved = nodes.iter().find(|node| node["id"] == 2).unwrap();
    let path = "/api/catalog/nodes/2/move";
    let shift = json!({"parentId": 3, "before": null, "version": moved["version"]});
    let answer = (office.send(&clerk, Method::POST, path, shift)).await;
    let request = ("post", path);
    (office.left_only(&answer, "clerk_1", request, "move_changes_scopes")).await;
}

#[tokio::test]
async fn whom_the_guard_refuses_is_kept_and_neither_reads_nor_guests_nor_slips() {
    let office = Office::new().await;
    let lisi = office.api.signed_in("lisi_1", Role::Applicant).await;
    let path = "/api/roles/operator";
    let read = office.api.get(path, &lisi).await;
    assert_eq!(read.status, StatusCode::FORBIDDEN);
    let guest = office.send("", Method::DELETE, path, Value::Null).await;
    assert_eq!(guest.status, StatusCode::UNAUTHORIZED);
    let slip = json!({"name": " ", "permissions": []});
    let slip = (office.send(&office.admin, Method::POST, "/api/roles", slip)).await;
    assert_eq!(slip.status, StatusCode::BAD_REQUEST);
    assert_eq!(office.entries("").await, Vec::<Value>::new());
    let with_query = format!("{path}?token=s3cret");
    let answer = office.send(&lisi, Method::DELETE, &with_query, Value::Null);
    let request = ("delete", path);
    (office.left_only(&answer.await, "lisi_1", request, "forbidden")).await;
}

#[tokio::test]
async fn the_same_is_kept_once_in_a_while_and_of_one_person_no_flood() {
    let office = Office::new().await;
    let lisi = office.api.signed_in("lisi_1", Role::Applicant).await;
    let delete = async |id: i64| {
        let path = format!("/api/roles/{id}");
        let answer = office.send(&lisi, Method::DELETE, &path, Value::Null).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN);
    };
    // At the same moment, too.
    futures::future::join_all((0..8).map(|_| delete(1))).await;
    assert_eq!(office.entries("").await.len(), 1);
    for id in 0..MAX_IN_WINDOW + 5 {
        delete(id).await;
    }
    let most = usize::try_from(MAX_IN_WINDOW).unwrap();
    assert_eq!(office.entries("").await.len(), most);
    // Another's flood is another's.
    let other = office.api.signed_in("other_1", Role::Applicant).await;
    let path = "/api/roles/1";
    (office.send(&other, Method::DELETE, path, Value::Null)).await;
    assert_eq!(office.entries("&q=other_1").await.len(), 1);
    office.api.pass(WINDOW + TimeDelta::seconds(1));
    delete(1).await;
    assert_eq!(office.entries("&q=lisi_1").await.len(), most + 1);
}

#[tokio::test]
async fn the_chain_holds_over_refusals() {
    let office = Office::new().await;
    let lisi = office.api.signed_in("lisi_1", Role::Applicant).await;
    let path = "/api/roles/operator";
    office.send(&lisi, Method::DELETE, path, Value::Null).await;
    let key = &office.api.context.server_key;
    let mut tx = office.api.context.begin().await.unwrap();
    audit_seals::seal(&mut tx, key).await.unwrap();
    let check = audit_seals::check(&mut tx, key, None).await.unwrap();
    handles::commit(tx).await.unwrap();
    assert_eq!(check.faults, []);
    let kept = office.entries("").await;
    assert!(kept[0]["position"].as_u64().unwrap() <= check.links);
    let file = (office.api)
        .get("/api/audit-log/export?subject=request", &office.admin)
        .await;
    let line = "被拒请求,删除,/api/roles/{id},/api/roles/operator,失败,forbidden";
    assert!(file.text().contains(line), "{}", file.text());
}

#[tokio::test]
async fn a_refusal_that_cannot_be_kept_is_answered_all_the_same() {
    let office = Office::new().await;
    let lisi = office.api.signed_in("lisi_1", Role::Applicant).await;
    sqlx::query("ALTER TABLE audit_entry ADD CONSTRAINT none CHECK (subject <> 'request')")
        .execute(&office.api.context.pool)
        .await
        .unwrap();
    let path = "/api/roles/operator";
    let answer = office.send(&lisi, Method::DELETE, path, Value::Null).await;
    assert_eq!(answer.code(), "forbidden");
    assert_eq!(office.entries("").await, Vec::<Value>::new());
}
