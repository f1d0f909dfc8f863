//! `/bupt`: searches of its own, recommendations, the survey.

use serde_json::json;
use storage::db::scenes::NewScene;
use testkit::builders::{add_scenes, scene};

use super::client::Walk;
use super::people::guest;

pub async fn walk(walk: &Walk<'_>) {
    let w = walk.w;
    let recommended = walk
        .ok("POST /bupt/recommend_query/recommend", &w.owner, ())
        .await;
    assert!(recommended["pageList"].is_array());
    let merged = walk
        .ok(
            "POST /bupt/recommend_query/recommend_merge",
            &w.owner,
            json!({"dataId": "s1"}),
        )
        .await;
    let similar = w.get("/api/scenes/s1/similar", &w.owner).await.ok();
    assert!(merged["total"].as_u64() >= similar["total"].as_u64());
    let read = walk
        .ok(
            "GET /bupt/recommend_query/recommend_merge",
            &w.owner,
            json!({"dataId": "s1"}),
        )
        .await;
    assert_eq!(read["total"], merged["total"]);
    let satellites = walk
        .ok("GET /bupt/bupt_satellite/list", &guest(w), ())
        .await;
    assert_eq!(
        satellites["total"],
        w.get("/api/scenes/satellites", &guest(w)).await.ok()["total"]
    );
    let answers = json!({
        "occupation": "teacher", "frequency": "weekly", "dataQuality": "high", "problems": ["slow"],
        "customerServiceImprovements": "attitude,knowledge", "recommendationWillingness": "willing", "suggestions": "好",
    });
    walk.yes("POST /bupt/bupt_feedback/submit", &w.owner, answers)
        .await;
    let given = w.get("/api/survey/answers", &w.admin).await.ok();
    assert_eq!(
        given["items"][0]["customerServiceImprovements"],
        json!(["knowledge", "attitude"])
    );
    offline(walk).await;
}

/// Old clients mark what exists offline, and take everything else for online.
async fn offline(walk: &Walk<'_>) {
    let w = walk.w;
    let catalogued = NewScene {
        archive_url: None,
        ..scene("catalogued")
    };
    add_scenes(&w.context.pool, &[catalogued]).await;
    let check = "POST /bupt/bupt_metadata/check";
    for (id, is_offline) in [("s1", false), ("catalogued", true)] {
        let found = walk.ok(check, &guest(w), json!({"F_DID": id})).await;
        assert_eq!(found["exists"], is_offline, "{id}");
        let ours = w.get(&format!("/api/scenes/{id}"), &guest(w)).await.ok();
        assert_eq!(ours["exists"], !is_offline, "{id}");
    }
}
