//! What answers with items say of themselves.

use serde_json::json;

use super::tests::filled;
#[tokio::test]
async fn how_many_items_match_is_said_on_every_page() {
    let api = filled().await;
    let square = json!({"type": "Polygon", "coordinates": [[[100.5, 30.5], [101, 30.5], [101, 31], [100.5, 30.5]]]});
    for (search, matched) in [
        (json!({}), 4),
        (json!({"collections": ["2"]}), 1),
        (json!({"ids": ["a", "c", "x"]}), 2),
        (json!({"bbox": [99, 29, 105, 45]}), 2),
        (json!({"bbox": [99, 29, 105, 45], "ids": ["a", "b"]}), 1),
        (json!({"intersects": square}), 1),
        (json!({"datetime": "../2023-12-31T00:00:00Z"}), 2),
        (json!({"query": {"eo:cloud_cover": {"gt": 50}}}), 1),
        (json!({"ids": ["none"]}), 0),
    ] {
        let answer = api.post("/stac/search", "", search.clone()).await.json();
        assert_eq!(answer["numberMatched"], matched, "{search}");
    }
    let mut search = json!({"datetime": "1990-01-01T00:00:00Z/..", "limit": 1});
    for page in 0..4 {
        let answer = api.post("/stac/search", "", search.clone()).await.json();
        assert_eq!(answer["numberMatched"], 4, "page {page}");
        let links = answer["links"].as_array().unwrap();
        let next = links.iter().find(|link| link["rel"] == "next");
        assert_eq!(next.is_some(), page < 3);
        if let Some(next) = next {
            search["token"] = next["body"]["token"].clone();
        }
    }
}

/// What pystac's `Item.from_dict` reads.
#[tokio::test]
async fn whatever_fields_are_asked_for_items_can_be_opened() {
    let api = filled().await;
    for fields in [
        "id",
        "properties.gsd",
        "-geometry",
        "-links,-assets,-properties",
        "-bbox",
    ] {
        let answer = api
            .get(&format!("/stac/search?fields={fields}"), "")
            .await
            .json();
        for item in answer["features"].as_array().unwrap() {
            let fields_of = item.as_object().unwrap();
            for name in [
                "type",
                "stac_version",
                "id",
                "geometry",
                "properties",
                "links",
                "assets",
            ] {
                assert!(fields_of.contains_key(name), "{fields}: {name}");
            }
            assert!(item["properties"]["datetime"].is_string(), "{fields}");
            assert_eq!(
                item["geometry"].is_null(),
                item.get("bbox").is_none(),
                "{fields}"
            );
        }
    }
}
