//! Base maps at the old addresses.

use api::Settings;
use api::legacy::settings::LegacySettings;
use axum::http::Method;
use serde_json::json;

use super::client::Walk;
use super::people::guest;
use crate::world::World;

pub async fn walk(walk: &Walk<'_>) {
    let w = walk.w;
    let tile = |name: &str, coordinates: &str| {
        format!("GET /productBaseMap/arcgis/rest/services/{name}/MapServer/tile/{coordinates}")
    };
    let world = walk.file(&tile("vectorMap", "0/0/0"), &guest(w), ()).await;
    assert_eq!(world.status, 200);
    assert!(!world.bytes.is_empty() && !world.header("content-type").is_empty());
    let china = walk.file(&tile("basemap", "4/6/13"), &guest(w), ()).await;
    assert_eq!(china.status, 200);
    assert_ne!(china.bytes, world.bytes);
    for none in ["0/0/1", "30/0/0", "x/0/0"] {
        let answer = walk.file(&tile("vectorMap", none), &guest(w), ()).await;
        assert_eq!(answer.refusal().1, "not_found", "{none}");
    }
    for unknown in ["vec", "imageMap", "Map/vectorMap", ""] {
        let answer = walk.file(&tile(unknown, "0/0/0"), &guest(w), ()).await;
        assert_eq!(answer.refusal().1, "not_found", "{unknown}");
    }

    // What administrators configure is where it is, and as they name it.
    let layer = |name: &str, address: &str, kind: &str| {
        let layer = json!({
            "name": name, "layerName": "", "layerUrl": address, "layerType": kind, "visible": false,
        });
        layer.to_string()
    };
    let further = layer(
        "晕渲",
        "https://b.example.org/relief/MapServer/tile",
        "arcgis",
    );
    let image = "https://t{0-7}.example.org/{z}/{x}/{y}.png?tk={token}";
    let items = json!({"items": [
        {"sysKey": "serviceToken", "sysValue": "abc"},
        {"sysKey": "imageMap", "sysValue": layer("影像", image, "XYZ")},
        {"sysKey": "mapLayers", "sysValue": format!("[{further}]")},
    ]});
    w.call(Method::PUT, "/api/system", &w.admin, Some(items))
        .await
        .ok();
    let image = "https://t3.example.org/4/13/6.png?tk=abc";
    for (name, there) in [
        ("imageMap", image),
        ("%E5%BD%B1%E5%83%8F", image),
        (
            "%E6%99%95%E6%B8%B2",
            "https://b.example.org/relief/MapServer/tile/4/6/13",
        ),
    ] {
        let answer = walk.file(&tile(name, "4/6/13"), &guest(w), ()).await;
        assert_eq!(answer.status, 302, "{name}");
        assert_eq!(answer.header("location"), there, "{name}");
    }
}

/// Under the names that the portal before this one gave them.
#[tokio::test]
async fn old_names_of_base_maps_lead_to_what_stands_for_them() {
    let settings = Settings {
        captcha: false,
        legacy: LegacySettings {
            base_maps: "Map/ChinaVector=vectorMap".parse().unwrap(),
            ..LegacySettings::default()
        },
        ..Settings::default()
    };
    let w = World::with(settings).await;
    let tile = async |name: &str| {
        let path = format!("/productBaseMap/arcgis/rest/services/{name}/MapServer/tile/0/0/0");
        w.get(&path, &guest(&w)).await
    };
    let old = tile("Map/chinavector").await;
    assert_eq!(
        (old.status.as_u16(), old.bytes),
        (200, tile("basemap").await.bytes)
    );
    assert_eq!(tile("ChinaVector").await.status, 404);
}
