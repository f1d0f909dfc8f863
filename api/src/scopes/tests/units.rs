use axum::http::Method;
use domain::permission::Permission;
use domain::role::Role;
use serde_json::{Value, json};

use super::{Survey, WEST};

impl Survey {
    async fn unit(&self, name: &str, parent: Option<&str>) -> String {
        let body = json!({"name": name, "parentId": parent});
        let (status, made) = self.send(Method::POST, "/api/units/tree", body).await;
        assert_eq!(status, 201, "{made}");
        assert_eq!(made["parentId"], json!(parent));
        made["id"].as_str().unwrap().to_owned()
    }

    async fn on_unit(&self, method: Method, id: &str, body: Value) -> (u16, Value) {
        self.send(method, &format!("/api/units/{id}"), body).await
    }

    /// Two orders and the account of a person name a unit, another order another one.
    async fn name_in_writing(&self, unit: &str, person: &str) {
        let pool = &self.api.context.pool;
        sqlx::query("UPDATE app_user SET unit = $1 WHERE id::text = $2")
            .bind(unit)
            .bind(person)
            .execute(pool)
            .await
            .unwrap();
        let sql = "INSERT INTO orders (id, ordername, state, kind, user_id, apply_user_unit, created_at, updated_at) \
                   SELECT gen_random_uuid(), n::text, 0, 0, $2::uuid, CASE WHEN n < 3 THEN $1 ELSE '别院' END, now(), now() \
                   FROM generate_series(1, 3) AS n";
        sqlx::query(sql)
            .bind(unit)
            .bind(person)
            .execute(pool)
            .await
            .unwrap();
    }

    /// What happened to units, by the audit log, the newest first, and what became different by it.
    async fn unit_entries(&self) -> Vec<(String, Value)> {
        let path = "/api/audit-log?subject=scope&pageSize=50";
        let log = self.api.get(path, &self.admin).await.json();
        let entries = log["items"].as_array().unwrap().iter();
        let entries = entries.map(|entry| {
            let action = entry["action"].as_str().unwrap().to_owned();
            (action, entry["changes"].clone())
        });
        entries
            .filter(|(action, _)| action.ends_with("unit"))
            .collect()
    }
}

async fn assert_wrong_names_refused(survey: &Survey, below: &str) {
    for (method, path, body, field) in [
        (
            Method::POST,
            "/api/units/tree".to_owned(),
            json!({"name": "分院", "parentId": null}),
            "name",
        ),
        (
            Method::POST,
            "/api/units/tree".to_owned(),
            json!({"name": " ", "parentId": null}),
            "name",
        ),
        (
            Method::POST,
            "/api/units/tree".to_owned(),
            json!({"name": "x", "parentId": survey.id_of("admin_1").await}),
            "subjectId",
        ),
        (
            Method::PUT,
            format!("/api/units/{below}"),
            json!({"name": "总院"}),
            "name",
        ),
    ] {
        let (status, problem) = survey.send(method, &path, body.clone()).await;
        assert_eq!(
            (status, &problem["errors"][0]["field"]),
            (400, &json!(field)),
            "{body}"
        );
    }
}

#[tokio::test]
async fn a_unit_is_made_below_another_renamed_and_removed_and_each_is_written_down() {
    let survey = Survey::new().await;
    let above = survey.unit(" 总院 ", None).await;
    let below = survey.unit("分院", Some(&above)).await;
    assert_wrong_names_refused(&survey, &below).await;
    // A person whose account names it.
    sqlx::query("UPDATE app_user SET unit = '分院' WHERE login_name = 'admin_1'")
        .execute(&survey.api.context.pool)
        .await
        .unwrap();
    assert_eq!(
        survey
            .on_unit(Method::PUT, &below, json!({"name": "西部分院"}))
            .await
            .0,
        204
    );
    // The same again changes nothing, and nothing is written down.
    assert_eq!(
        survey
            .on_unit(Method::PUT, &below, json!({"name": "西部分院"}))
            .await
            .0,
        204
    );
    let tree = survey
        .api
        .get("/api/units/tree", &survey.admin)
        .await
        .json();
    let names: Vec<_> = (tree["items"].as_array().unwrap().iter())
        .map(|unit| (unit["name"].clone(), unit["parentId"].clone()))
        .collect();
    assert!(
        names.contains(&(json!("西部分院"), json!(above))),
        "{names:?}"
    );
    assert_eq!(
        survey.on_unit(Method::DELETE, &below, json!({})).await.0,
        204
    );
    for method in [Method::PUT, Method::DELETE] {
        let gone = survey.on_unit(method, &below, json!({"name": "x"})).await;
        assert_eq!(gone.0, 404);
    }
    let entries = survey.unit_entries().await;
    let actions: Vec<_> = entries.iter().map(|(action, _)| action).collect();
    assert_eq!(
        actions,
        ["remove_unit", "rename_unit", "add_unit", "add_unit"]
    );
    let change = |field: &str, before: &str, after: &str| json!({"field": field, "before": before, "after": after});
    assert_eq!(
        entries[0].1,
        json!([
            change("name", "西部分院", ""),
            change("parent", "总院", ""),
            change("status", "1", ""),
        ])
    );
    assert_eq!(
        entries[1].1,
        json!([
            change("name", "分院", "西部分院"),
            change("accounts", "", "1"),
        ])
    );
}

#[tokio::test]
async fn a_unit_that_is_needed_stays_and_says_by_whom() {
    let survey = Survey::new().await;
    survey.api.account("lisi_1", Role::Applicant).await;
    let person = survey.id_of("lisi_1").await;
    let unit = survey.unit("总院", None).await;
    let child = survey.unit("分院", Some(&unit)).await;
    let membership = format!("/api/users/{person}/unit");
    survey
        .send(Method::PUT, &membership, json!({"unitId": unit}))
        .await;
    let grant = survey
        .grant(json!({"subject": "unit", "subjectId": unit, "nodeIds": [1]}))
        .await;
    survey.name_in_writing("总院", &person).await;
    let uses = survey
        .api
        .get(&format!("/api/units/{unit}/uses"), &survey.admin)
        .await
        .json();
    let named = json!([
        uses["children"],
        uses["childCount"],
        uses["members"],
        uses["memberCount"],
        uses["grants"]
    ]);
    assert_eq!(named, json!([["分院"], 1, ["lisi_1"], 1, 1]));
    let (orders, accounts) = (&uses["orders"], &uses["accounts"]);
    assert_eq!((orders, accounts), (&json!(2), &json!(1)), "by their text");
    let granted = uses["granted"].as_array().unwrap();
    let granted: Vec<_> = granted
        .iter()
        .map(|one| (&one["id"], &one["nodeIds"]))
        .collect();
    assert_eq!(granted, [(&json!(grant), &json!([1]))]);
    let (_, problem) = survey.on_unit(Method::DELETE, &unit, json!({})).await;
    let named = problem["errors"].as_array().unwrap().iter();
    let named: Vec<_> = named
        .map(|error| (&error["field"], &error["params"]))
        .collect();
    assert_eq!(
        named,
        [
            (&json!("children"), &json!({"count": 1, "names": ["分院"]})),
            (&json!("members"), &json!({"count": 1, "names": ["lisi_1"]})),
            (&json!("grants"), &json!({"count": 1, "names": ["admin_1"]}))
        ]
    );
    let refused = async || {
        let (status, problem) = survey.on_unit(Method::DELETE, &unit, json!({})).await;
        assert_eq!((status, &problem["code"]), (409, &json!("unit_in_use")));
        assert!(problem["params"]["members"].is_u64(), "{problem}");
    };
    refused().await;
    assert_eq!(
        survey.on_unit(Method::DELETE, &child, json!({})).await.0,
        204
    );
    refused().await;
    survey
        .send(Method::PUT, &membership, json!({"unitId": null}))
        .await;
    refused().await;
    survey
        .send(Method::DELETE, &format!("/api/scopes/{grant}"), json!({}))
        .await;
    assert_eq!(
        survey.on_unit(Method::DELETE, &unit, json!({})).await.0,
        204
    );
}

/// What people chose as their unit is its name: it follows, and what an order says of a year ago does not.
#[tokio::test]
async fn accounts_follow_the_new_name_of_their_unit() {
    let survey = Survey::new().await;
    let token = survey.api.signed_in("lisi_1", Role::Applicant).await;
    let me = async || survey.api.get("/api/auth/me", &token).await.json()["unit"].clone();
    let unit = survey.unit("中国地质调查局", None).await;
    assert_eq!(me().await, "中国地质调查局");
    assert_eq!(
        survey
            .on_unit(
                Method::PUT,
                &unit,
                json!({"name": "自然资源部中国地质调查局"})
            )
            .await
            .0,
        204
    );
    assert_eq!(me().await, "自然资源部中国地质调查局");
}

#[tokio::test]
async fn nobody_moves_a_unit_to_or_from_what_sees_more_than_he_does() {
    let survey = Survey::new().await;
    let clerk = (survey.api)
        .holding("clerk_1", &[Permission::ManageScopes])
        .await;
    survey.close().await;
    let clerk_id = survey.id_of("clerk_1").await;
    let own = json!({"subject": "person", "subjectId": clerk_id, "nodeIds": [1], "wkt": WEST});
    survey.grant(own).await;
    let (wide, narrow) = (
        survey.unit("总院", None).await,
        survey.unit("西部", None).await,
    );
    let grant = |unit: &str, node: i64| json!({"subject": "unit", "subjectId": unit, "nodeIds": [node], "wkt": WEST});
    survey.grant(grant(&wide, 4)).await;
    survey.grant(grant(&narrow, 2)).await;
    let (moved, under_wide) = (
        survey.unit("分院", None).await,
        survey.unit("下属", Some(&wide)).await,
    );
    for (unit, parent, code) in [
        (&moved, json!(wide), "scope_beyond_own"),
        (&under_wide, json!(narrow), "scope_beyond_own"),
        (&under_wide, Value::Null, "scope_beyond_own"),
        (&moved, json!(narrow), ""),
    ] {
        let path = format!("/api/units/{unit}/parent");
        let body = Some(json!({"parentId": parent}));
        let answer = survey.api.call(Method::PUT, &path, &clerk, body).await;
        if code.is_empty() {
            assert_eq!(answer.status, 204, "{parent}: {}", answer.text());
        } else {
            assert_eq!(answer.code(), code, "{parent}");
        }
    }
}
