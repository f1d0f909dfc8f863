//! Nodes that are put elsewhere, and who sees what then.

use super::*;

#[tokio::test]
async fn siblings_have_an_order_and_no_node_comes_below_itself() {
    let desk = Desk::new().await;
    let order = async || ids(&desk.api.get("/api/catalog/tree", "").await.json());
    assert_eq!(desk.shift(&desk.admin, 3, Some(1), Some(2)).await.0, 200);
    assert_eq!(order().await, [1, 3, 2, 4]);
    assert_eq!(desk.shift(&desk.admin, 4, None, Some(1)).await.0, 200);
    assert_eq!(order().await, [4, 1, 3, 2]);
    assert_eq!(desk.shift(&desk.admin, 3, Some(2), None).await.0, 200);
    assert_eq!(order().await, [4, 1, 2, 3]);
    for (id, parent) in [(1, 1), (1, 3)] {
        let (status, refused) = desk.shift(&desk.admin, id, Some(parent), None).await;
        assert_eq!(
            (status, &refused["code"]),
            (409, &json!("node_below_itself"))
        );
    }
    for (parent, before) in [(Some(99), None), (Some(1), Some(4))] {
        let (status, refused) = desk.shift(&desk.admin, 3, parent, before).await;
        assert_eq!(
            (status, &refused["errors"][0]["code"]),
            (400, &json!("field.no_such_node"))
        );
    }
    // A second administrator has moved it meanwhile.
    let stale = json!({"parentId": 1, "version": 1});
    assert_eq!(
        desk.send(Method::POST, "/api/catalog/nodes/3/move", stale)
            .await
            .0,
        409
    );
    let log = desk
        .api
        .get("/api/audit-log?subject=catalogue", &desk.admin)
        .await
        .json();
    assert_eq!(
        log["items"][0]["changes"],
        json!([{"field": "parent", "before": "1", "after": "2"}, {"field": "place", "before": "", "after": "1"}])
    );
    assert_eq!(
        log["items"][1]["changes"],
        json!([{"field": "place", "before": "2", "after": "1"}])
    );
    // Where it is already it is not put, and nothing is written down.
    let entries = log["items"].as_array().unwrap().len();
    let (status, same) = desk.shift(&desk.admin, 4, None, Some(1)).await;
    assert_eq!((status, &same["version"]), (200, &json!(2)));
    let path = "/api/audit-log?subject=catalogue";
    let log = desk.api.get(path, &desk.admin).await.json();
    assert_eq!(log["items"].as_array().unwrap().len(), entries);
}

#[tokio::test]
async fn no_node_comes_below_the_last_level() {
    let desk = Desk::new().await;
    // Below 1 and 3: twenty levels, of which 118 is the last.
    for id in 101..=118 {
        let parent = if id == 101 { 3 } else { id - 1 };
        desk.api.node(id, Some(parent), &format!("n{id}")).await;
    }
    let make = async |parent: i64| {
        let new = json!({"parentId": parent, "label": "new", "labelEn": "", "objType": "WX"});
        desk.send(Method::POST, "/api/catalog/nodes", new).await
    };
    let refusal = (409, json!("node_too_deep"), json!(20));
    let of_answer = |(status, body): (u16, Value)| {
        (status, body["code"].clone(), body["params"]["most"].clone())
    };
    assert_eq!(of_answer(make(118).await), refusal);
    assert_eq!(make(117).await.0, 201);
    assert_eq!(
        of_answer(desk.shift(&desk.admin, 4, Some(118), None).await),
        refusal
    );
    assert_eq!(desk.shift(&desk.admin, 4, Some(117), None).await.0, 200);
    // 3 has nineteen levels, which are too many below two.
    let preview = json!({"parentId": 2});
    let path = "/api/catalog/nodes/3/move/preview";
    for refused in [
        desk.shift(&desk.admin, 3, Some(2), None).await,
        desk.send(Method::POST, path, preview).await,
    ] {
        assert_eq!(of_answer(refused), refusal);
    }
    assert_eq!(desk.shift(&desk.admin, 3, None, None).await.0, 200);
    assert_eq!(desk.shift(&desk.admin, 3, Some(1), None).await.0, 200);
}

/// What somebody finds in a process: ids, the tree's counts, and facets of nodes.
async fn view_of(api: &TestApi, token: &str) -> (Vec<String>, Value, Value) {
    let body = json!({"sort": "dataname", "facets": true});
    let found = api.post("/api/scenes/search", token, body).await.json();
    let ids = found["items"].as_array().unwrap().iter();
    let mut ids: Vec<String> = ids
        .map(|it| it["dataid"].as_str().unwrap().into())
        .collect();
    ids.sort_unstable();
    let tree = api.get("/api/catalog/tree", token).await.json();
    (ids, tree, found["facets"]["nodes"].clone())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_every_process_people_see_at_once_what_comes_below_their_grants() {
    let desk = Desk::new().await;
    let other = desk.api.beside();
    let keepers: Vec<_> = [&desk.api, &other]
        .into_iter()
        .map(|api| {
            let scenes = api.context.scenes.clone();
            tokio::spawn(async move { scenes.keep().await })
        })
        .collect();
    for api in [&desk.api, &other] {
        while api.context.scenes.confirmed().is_none() {
            tokio::task::yield_now().await;
        }
    }
    let token = desk.api.signed_in("lisi_1", Role::Applicant).await;
    let lisi = desk.id_of("lisi_1").await;
    desk.grant_only(&[json!({"subject": "person", "subjectId": lisi, "nodeIds": [1]})])
        .await;
    let reaches = async |expected: &[&str]| {
        for api in [&desk.api, &other] {
            loop {
                let (ids, tree, facets) = view_of(api, &token).await;
                // What was confirmed before holds a moment longer in the other process.
                if ids == expected {
                    let count = i64::try_from(expected.len()).unwrap();
                    assert_eq!(tree[0]["count"], count, "{tree}");
                    assert_eq!(facets.as_array().unwrap().len(), expected.len(), "{facets}");
                    break;
                }
                tokio::task::yield_now().await;
            }
        }
    };
    let within = std::time::Duration::from_secs(30);
    let soon = async |expected: &[&str]| {
        tokio::time::timeout(within, reaches(expected))
            .await
            .expect("the move is not heard of");
    };
    soon(&["a", "b"]).await;
    assert_eq!(desk.shift(&desk.admin, 4, Some(1), None).await.0, 200);
    soon(&["a", "b", "c"]).await;
    // A single scene asks the database, and is right with the commit.
    assert_eq!(other.get("/api/scenes/c", &token).await.status, 200);
    assert_eq!(desk.shift(&desk.admin, 2, None, None).await.0, 200);
    assert_eq!(other.get("/api/scenes/a", &token).await.status, 404);
    soon(&["b", "c"]).await;
    for keeper in keepers {
        keeper.abort();
    }
}

#[tokio::test]
async fn before_a_move_one_learns_whose_view_it_changes() {
    let desk = Desk::new().await;
    for name in ["lisi_1", "wangwu_1", "zhaoliu_1"] {
        desk.api.signed_in(name, Role::Applicant).await;
    }
    let (lisi, wangwu) = (desk.id_of("lisi_1").await, desk.id_of("wangwu_1").await);
    let preview = async |id: i64, parent: Option<i64>| {
        let path = format!("/api/catalog/nodes/{id}/move/preview");
        desk.send(Method::POST, &path, json!({"parentId": parent}))
            .await
            .1
    };
    assert_eq!(
        preview(4, Some(1)).await,
        json!({"grants": 0, "people": 0, "guests": false})
    );
    desk.grant_only(&[
        json!({"subject": "person", "subjectId": lisi, "nodeIds": [1]}),
        // Sees node 4 by another grant already.
        json!({"subject": "person", "subjectId": wangwu, "nodeIds": [1]}),
        json!({"subject": "person", "subjectId": wangwu, "nodeIds": [4]}),
        json!({"subject": "person", "subjectId": lisi, "nodeIds": [1], "until": "2026-01-01T00:00:00Z"}),
    ])
    .await;
    assert_eq!(
        preview(4, Some(1)).await,
        json!({"grants": 2, "people": 1, "guests": false})
    );
    assert_eq!(
        preview(2, Some(3)).await,
        json!({"grants": 0, "people": 0, "guests": false})
    );
    desk.grant_only(&[json!({"subject": "everybody", "nodeIds": [1]})])
        .await;
    assert_eq!(
        preview(2, None).await,
        json!({"grants": 1, "people": 3, "guests": true})
    );
    assert_eq!(desk.node(4).await["version"], 1);
}

#[tokio::test]
async fn nobody_moves_what_he_does_not_see_or_what_others_would_see() {
    let desk = Desk::new().await;
    let clerk = desk
        .api
        .holding("clerk_1", &[Permission::ManageCatalogue])
        .await;
    let (id, lisi) = (desk.id_of("clerk_1").await, {
        desk.api.account("lisi_1", Role::Applicant).await;
        desk.id_of("lisi_1").await
    });
    desk.grant_only(&[
        json!({"subject": "person", "subjectId": id, "nodeIds": [1]}),
        json!({"subject": "person", "subjectId": lisi, "nodeIds": [3]}),
    ])
    .await;
    let listed = desk.api.get("/api/catalog/nodes", &clerk).await.json();
    assert_eq!(listed["mayChangeAll"], false);
    let whole = desk.api.get("/api/catalog/nodes", &desk.admin).await;
    assert_eq!(whole.json()["mayChangeAll"], true);
    let listed: Vec<_> = listed["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|node| node["id"].as_i64().unwrap())
        .collect();
    assert_eq!(listed, [1, 2, 3]);
    // Within the own scope, and nobody else's view changes.
    assert_eq!(desk.shift(&clerk, 3, Some(1), Some(2)).await.0, 200);
    // Into what he does not see, out of it, and where it does not exist for him.
    let codes = async |id, parent| {
        let (status, refused) = desk.shift(&clerk, id, parent, None).await;
        let errors = refused["errors"][0]["code"].as_str();
        (
            status,
            errors
                .or(refused["code"].as_str())
                .unwrap_or_default()
                .to_owned(),
        )
    };
    assert_eq!(codes(2, Some(4)).await, (400, "field.no_such_node".into()));
    assert_eq!(codes(2, None).await, (409, "scope_beyond_own".into()));
    assert_eq!(codes(4, Some(1)).await, (404, "not_found".into()));
    // Lisi would see node 2 by it.
    assert_eq!(codes(2, Some(3)).await, (409, "move_changes_scopes".into()));
    let top = json!({"parentId": null, "label": "x", "objType": "WX"});
    assert_eq!(
        desk.send_as(&clerk, Method::POST, "/api/catalog/nodes", top)
            .await
            .0,
        409
    );
    let hidden = desk.api.get("/api/catalog/nodes/4/uses", &clerk).await;
    assert_eq!(hidden.status, 404);
    // One who sees some place of the node only does not change it for all places.
    let west = "POLYGON((99 29,103 29,103 33,99 33,99 29))";
    desk.grant_only(&[json!({"subject": "person", "subjectId": id, "nodeIds": [1], "wkt": west})])
        .await;
    assert_eq!(codes(2, Some(1)).await, (409, "scope_beyond_own".into()));
}
