//! Rules that place scenes which come in.

use super::*;

const PATH: &str = "/api/catalog/ingestRules";

#[tokio::test]
async fn rules_are_kept_in_their_order_by_whoever_has_read_them() {
    let desk = Desk::new().await;
    let at_first = desk.api.get(PATH, &desk.admin).await.json();
    assert_eq!(
        at_first,
        json!({"rules": [], "fallbackId": null, "version": 1, "mayChange": true})
    );
    let rule = |collection: &str, satellite: &str, node: i64| json!({"collection": collection, "satellite": satellite, "sensor": "", "level": "", "nodeId": node});
    let rules = json!([rule("gf*", "GF1", 2), rule("", "GF*", 3)]);
    let body = json!({"version": 1, "rules": rules, "fallbackId": 4});
    let (status, saved) = desk.send(Method::PUT, PATH, body.clone()).await;
    let mut numbered = rules;
    for (index, number) in [1, 2].into_iter().enumerate() {
        numbered[index]["number"] = json!(number);
    }
    let stored = json!({"rules": numbered, "fallbackId": 4, "version": 2, "mayChange": true});
    assert_eq!((status, &saved), (200, &stored));
    assert_eq!(desk.api.get(PATH, &desk.admin).await.json(), stored);
    let (status, refused) = desk.send(Method::PUT, PATH, body).await;
    assert_eq!(
        (status, &refused["code"]),
        (409, &json!("changed_meanwhile"))
    );
    for (bad, code) in [
        (json!([rule("*", "", 2)]), "field.rule_empty"),
        (json!([rule("a\u{202E}", "", 2)]), "field.pattern_wrong"),
        (json!([rule("a", "", 77)]), "field.no_such_node"),
    ] {
        let (status, refused) = desk
            .send(Method::PUT, PATH, json!({"version": 2, "rules": bad}))
            .await;
        assert_eq!(
            (status, refused["errors"][0]["code"].as_str()),
            (400, Some(code))
        );
    }
    let log = desk
        .api
        .get("/api/audit-log?subject=catalogue", &desk.admin)
        .await
        .json();
    let changes = &log["items"][0]["changes"];
    assert_eq!(
        changes[0],
        json!({"field": "fallback", "before": "", "after": "4"})
    );
    assert_eq!(
        changes[1],
        json!({"field": "rule1", "before": "", "after": "gf* / GF1 / * / * -> 2"})
    );
}

#[tokio::test]
async fn a_dry_run_says_where_scenes_like_those_that_are_there_would_go() {
    let desk = Desk::new().await;
    let known = json!({"version": 1, "label": "n4", "objType": "WX", "collection": "hy"});
    assert_eq!(
        desk.send(Method::PUT, "/api/catalog/nodes/4", known)
            .await
            .0,
        200
    );
    let dry = async |body: Value| {
        desk.send(Method::POST, "/api/catalog/ingestRules/dryRun", body)
            .await
            .1
    };
    let found = dry(json!({"rules": [{"satellite": "GF*", "nodeId": 3}], "fallbackId": 1})).await;
    let counts = ["collections", "placed", "toFallback", "toNewNodes"]
        .map(|name| found[name].as_i64().unwrap());
    assert_eq!(counts, [3, 2, 1, 0], "{found}");
    let places: Vec<_> = found["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| {
            (
                item["satellite"].as_str().unwrap(),
                item["toId"].as_i64(),
                item["rule"].as_i64(),
            )
        })
        .collect();
    assert_eq!(
        places,
        [
            ("GF1", Some(3), Some(1)),
            ("ZY3", Some(1), None),
            ("HY1", Some(4), None)
        ]
    );
    let found = dry(json!({"rules": []})).await;
    assert_eq!(found["toNewNodes"], 2, "{found}");
    assert_eq!(desk.api.get(PATH, &desk.admin).await.json()["version"], 1);
}

/// The numbers are those of all rules: the log and the refusal of a node in use name them.
#[tokio::test]
async fn rules_to_nodes_out_of_sight_are_left_out_and_stay() {
    let desk = Desk::new().await;
    let clerk = (desk.api)
        .holding("clerk_1", &[Permission::ManageCatalogue])
        .await;
    let id = desk.id_of("clerk_1").await;
    let rule = |collection: &str, node: i64| json!({"collection": collection, "satellite": "", "sensor": "", "level": "", "nodeId": node});
    let rules = json!([rule("secret", 4), rule("open", 3)]);
    let body = json!({"version": 1, "rules": rules, "fallbackId": 4});
    assert_eq!(desk.send(Method::PUT, PATH, body).await.0, 200);
    desk.grant_only(&[json!({"subject": "person", "subjectId": id, "nodeIds": [1]})])
        .await;
    let mut own = rule("open", 3);
    own["number"] = json!(2);
    let known = json!({"rules": [own], "fallbackId": null, "version": 2, "mayChange": false});
    assert_eq!(desk.api.get(PATH, &clerk).await.json(), known);
    // What he read, sent back: that would take the others away.
    let body = json!({"version": 2, "rules": [rule("open", 3)], "fallbackId": null});
    let (status, refused) = desk.send_as(&clerk, Method::PUT, PATH, body).await;
    assert_eq!(
        (status, &refused["code"]),
        (409, &json!("scope_beyond_own"))
    );
    let stored = desk.api.get(PATH, &desk.admin).await.json();
    assert_eq!(
        (&stored["fallbackId"], &stored["version"]),
        (&json!(4), &json!(2))
    );
    assert_eq!(stored["rules"].as_array().unwrap().len(), 2);
    // A node that is seen in part is known, and not theirs.
    let west = "POLYGON((99 29,103 29,103 33,99 33,99 29))";
    let in_part = json!({"subject": "person", "subjectId": id, "nodeIds": [3, 4], "wkt": west});
    desk.grant_only(&[in_part]).await;
    let known = desk.api.get(PATH, &clerk).await.json();
    let numbers: Vec<_> = (known["rules"].as_array().unwrap().iter())
        .map(|rule| rule["number"].as_i64().unwrap())
        .collect();
    assert_eq!((numbers, &known["fallbackId"]), (vec![1, 2], &json!(4)));
    assert_eq!(known["mayChange"], false);
}

/// A rule comes before the node that has the collection: whoever could write any would have scenes brought to where they see
/// them.
#[tokio::test]
async fn nobody_sends_elsewhere_what_he_does_not_see() {
    let desk = Desk::new().await;
    for (id, collection) in [(2, "open"), (4, "secret")] {
        let known = json!({"version": 1, "label": format!("n{id}"), "objType": "WX", "collection": collection});
        let path = format!("/api/catalog/nodes/{id}");
        assert_eq!(desk.send(Method::PUT, &path, known).await.0, 200);
    }
    let clerk = desk
        .api
        .holding("clerk_1", &[Permission::ManageCatalogue])
        .await;
    let id = desk.id_of("clerk_1").await;
    desk.grant_only(&[json!({"subject": "person", "subjectId": id, "nodeIds": [1]})])
        .await;
    let put = async |token: &str, version: i64, rules: &[Value], fallback: Option<i64>| {
        let body = json!({"version": version, "rules": rules, "fallbackId": fallback});
        let (status, answer) = desk.send_as(token, Method::PUT, PATH, body).await;
        let code = answer["code"].as_str().unwrap_or_default().to_owned();
        (status, code)
    };
    let (done, refused) = ((200, String::new()), (409, "scope_beyond_own".to_owned()));
    let rule = |collection: &str, satellite: &str| json!({"collection": collection, "satellite": satellite, "nodeId": 3});
    let own = rule("OPEN", "");
    let alone = std::slice::from_ref(&own);
    assert_eq!(put(&clerk, 1, alone, None).await, done);
    for (collection, satellite) in [
        ("secret", ""),
        ("Sec*", ""),
        ("*", "HY1"),
        ("", "HY1"),
        ("later", ""),
    ] {
        let rules = [own.clone(), rule(collection, satellite)];
        assert_eq!(
            put(&clerk, 2, &rules, None).await,
            refused,
            "{collection} {satellite}"
        );
    }
    assert_eq!(put(&clerk, 2, alone, Some(3)).await, refused);
    // Who sees everything may; and what that brings here is not theirs to change who see a part.
    let wide = rule("sec*", "");
    let both = [own.clone(), wide.clone()];
    assert_eq!(put(&desk.admin, 2, &both, None).await, done);
    assert_eq!(put(&clerk, 3, alone, None).await, refused);
    assert_eq!(put(&clerk, 3, &[wide], None).await, done);
    // A collection that no node has yet is a rule by another name.
    let node = |label: &str, collection: &str| json!({"parentId": 1, "label": label, "objType": "WX", "collection": collection});
    let made = desk.send_as(&clerk, Method::POST, "/api/catalog/nodes", node("x", ""));
    let (status, made) = made.await;
    assert_eq!(status, 201, "{made}");
    let claimed = node("y", "later");
    let claimed = desk.send_as(&clerk, Method::POST, "/api/catalog/nodes", claimed);
    assert_eq!(claimed.await.0, 409);
    let path = format!("/api/catalog/nodes/{}", made["id"]);
    let mut changed = node("x", "later");
    changed["version"] = made["version"].clone();
    let claimed = desk.send_as(&clerk, Method::PUT, &path, changed.clone());
    assert_eq!(claimed.await.0, 409);
    assert_eq!(desk.send(Method::PUT, &path, changed).await.0, 200);
    // What a node has stays its own, whatever it is called.
    let renamed = json!({"version": 2, "label": "n2a", "objType": "WX", "collection": "open"});
    let renamed = desk.send_as(&clerk, Method::PUT, "/api/catalog/nodes/2", renamed);
    assert_eq!(renamed.await.0, 200);
}
