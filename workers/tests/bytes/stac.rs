//! Real and broken STAC documents.

use std::ops::ControlFlow;
use std::path::PathBuf;

use proptest::prelude::*;
use serde_json::{Value, json};
use texts::{Detail, ItemText};
use url::Url;
use workers::stac::{CatalogueItem, ItemError, ItemPlace, read_file, read_items};

type Items = Vec<Result<CatalogueItem, ItemError>>;

fn file(name: &str) -> Items {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(name);
    let mut items = Vec::new();
    read_file(&path, |item| {
        items.push(item);
        ControlFlow::Continue(())
    })
    .unwrap();
    items
}

fn text(text: &str) -> Items {
    let base = Url::parse("file:///archive/2024/items.ndjson").unwrap();
    let mut items = Vec::new();
    read_items(text.as_bytes(), "items", &base, |item| {
        items.push(item);
        ControlFlow::Continue(())
    })
    .unwrap();
    items
}

fn one(item: &Value) -> Result<CatalogueItem, String> {
    let mut items = text(&item.to_string());
    assert_eq!(items.len(), 1);
    items
        .remove(0)
        .map_err(|e| Detail::from(e.reason).chinese())
}

fn item() -> Value {
    json!({
        "type": "Feature", "stac_version": "1.1.0", "id": "a", "collection": "c", "links": [],
        "geometry": {"type": "Polygon", "coordinates": [[[100, 30], [101, 30, 5], [101, 31.5], [100, 30]]]},
        "properties": {
            "datetime": "2024-07-01T10:00:00+08:00", "title": "影像", "platform": "gf-1",
            "instruments": ["pms1", "pms2"], "eo:cloud_cover": 12.5, "gsd": 2, "created": "2024-07-02T00:00:00Z"
        },
        "assets": {
            "meta": {"href": "./a.xml", "roles": ["metadata"]},
            "thumb": {"href": "a.png", "roles": ["thumbnail"]},
            "data": {
                "href": "../scenes/影像%20a.tif", "file:size": 1234,
                "file:checksum": format!("1220{}", "ab".repeat(32))
            }
        }
    })
}

fn with(path: &str, value: Value) -> Value {
    let mut item = item();
    *item.pointer_mut(path).unwrap() = value;
    item
}

#[test]
fn every_field_finds_its_place() {
    let found = one(&item()).unwrap();
    assert_eq!(found.dataid, "a");
    assert_eq!(found.dataname, "影像");
    assert_eq!(found.collection.as_deref(), Some("c"));
    assert_eq!(found.satellite.as_deref(), Some("gf-1"));
    assert_eq!(found.sensor.as_deref(), Some("pms1,pms2"));
    assert_eq!(found.acquired.to_rfc3339(), "2024-07-01T02:00:00+00:00");
    assert_eq!(
        found.received.unwrap().to_rfc3339(),
        "2024-07-02T00:00:00+00:00"
    );
    assert_eq!((found.cloud, found.gsd), (Some(12.5), Some(2.0)));
    let url = "file:///archive/scenes/%E5%BD%B1%E5%83%8F%20a.tif";
    assert_eq!(found.archive_url.as_deref(), Some(url));
    assert_eq!(found.file_name.as_deref(), Some("影像 a.tif"));
    assert_eq!(found.size, Some(1234));
    assert_eq!(found.sha256, Some([0xab; 32]));
    assert_eq!(
        found.footprint.wkt(),
        "POLYGON((100 30,101 30,101 31.5,100 30))"
    );
    let bounds = found.footprint.bounds().unwrap();
    assert_eq!(
        format!("{bounds:?}"),
        "Bounds { west: 100.0, south: 30.0, east: 101.0, north: 31.5 }"
    );
    let properties: Value = serde_json::from_str(&found.properties).unwrap();
    assert_eq!(properties, item()["properties"]);
    assert_eq!(
        found.image_url.as_deref(),
        Some("file:///archive/2024/a.png")
    );
}

#[test]
fn real_catalogues_are_understood() {
    let items: Vec<_> = file("items.ndjson")
        .into_iter()
        .map(Result::unwrap)
        .collect();
    let known: Vec<_> = items
        .iter()
        .map(|i| {
            (
                i.satellite.as_deref(),
                i.file_name.is_some(),
                i.image_url.is_some(),
            )
        })
        .collect();
    assert_eq!(known[0], (Some("Sentinel-2B"), true, true));
    assert_eq!(known[1].0, Some("landsat-8"));
    assert_eq!(known[2], (None, true, true));
    assert_eq!(
        items[2].file_name.as_deref(),
        Some("m_3008506_nw_16_1_20110825.tif")
    );
    assert_eq!(known[3], (Some("cbers-4"), true, true));
    assert!(
        items[3]
            .archive_url
            .as_deref()
            .unwrap()
            .starts_with("s3://cbers-pds/")
    );
    assert_eq!(known[4], (Some("landsat-9"), false, false));
    assert!(
        items[4]
            .footprint
            .wkt()
            .starts_with("POLYGON((126.487 49.7178,")
    );
}

#[test]
fn collections_and_single_items_are_read_too() {
    let ids =
        |items: Items| -> Vec<String> { items.into_iter().map(|i| i.unwrap().dataid).collect() };
    assert_eq!(ids(file("collection.json")).len(), 3);
    assert_eq!(
        ids(text(&serde_json::to_string_pretty(&item()).unwrap())),
        ["a"]
    );
    let collection = json!({"type": "FeatureCollection", "features": [item(), item()]});
    assert_eq!(ids(text(&collection.to_string())).len(), 2);
    assert_eq!(
        ids(text(&format!("\u{feff}\n\n{}\r\n\n{}", item(), item()))).len(),
        2
    );
    assert_eq!(ids(text("")).len(), 0);
}

#[test]
fn a_bad_line_is_named_and_the_rest_goes_on() {
    let good = item();
    let items = text(&format!(
        "{good}\n{{\"type\":\n\n{good}\n{}\n{good}",
        with("/id", json!(""))
    ));
    let bad: Vec<_> = items.iter().filter_map(|i| i.as_ref().err()).collect();
    assert_eq!(items.len(), 5);
    assert_eq!(bad[0].position, ItemPlace::Line(2));
    assert_eq!(bad[1].position, ItemPlace::Line(5));
    assert_eq!(bad[1].to_string(), "items 第 5 行：id 为空");
}

#[test]
fn a_bad_feature_is_named_and_the_rest_goes_on() {
    let collection = json!({
        "features": [item(), with("/type", json!("Catalog")), {"id": 5}, item()],
        "type": "FeatureCollection"
    });
    for document in [
        collection.to_string(),
        serde_json::to_string_pretty(&collection).unwrap(),
    ] {
        let items = text(&document);
        let places: Vec<_> = items
            .iter()
            .filter_map(|i| i.as_ref().err())
            .map(|e| e.position)
            .collect();
        assert_eq!(places, [ItemPlace::Feature(1), ItemPlace::Feature(2)]);
        assert_eq!(items.len(), 4);
    }
}

#[test]
fn a_collection_that_breaks_off_keeps_what_came_before() {
    let collection = json!({"type": "FeatureCollection", "features": [item(), item()]});
    let whole = serde_json::to_string_pretty(&collection).unwrap();
    let items = text(&whole[..whole.len() - 200]);
    assert!(items[0].is_ok());
    let error = items[1].as_ref().unwrap_err();
    assert!(
        matches!(error.position, ItemPlace::Line(line) if line > 50),
        "{error}"
    );
    assert_eq!(items.len(), 2);
}

#[test]
fn what_is_wrong_is_said() {
    let polygon = |ring: Value| json!({"type": "Polygon", "coordinates": [ring]});
    for (path, value, word) in [
        (
            "/geometry",
            json!({"type": "Point", "coordinates": [1, 2]}),
            "Point",
        ),
        ("/geometry", polygon(json!([[1, 2], [3, 4]])), "没有面积"),
        (
            "/geometry",
            polygon(json!([[1, 2], [3, 95], [3, 4], [1, 2]])),
            "超出地球",
        ),
        ("/geometry", polygon(json!([[1], [3, 4]])), "坐标有误"),
        ("/geometry", json!({"type": "Polygon"}), "坐标有误"),
        ("/properties/datetime", Value::Null, "没有 datetime"),
        ("/properties/datetime", json!("yesterday"), "yesterday"),
        ("/properties/eo:cloud_cover", json!(101), "eo:cloud_cover"),
        ("/properties/eo:cloud_cover", json!("few"), "properties"),
        ("/assets/data/file:size", json!(-1), "JSON"),
        ("/assets/data/file:checksum", json!("12"), "multihash"),
        ("/assets/data/file:checksum", json!("1220zz"), "multihash"),
        ("/assets/data/href", json!("http://[bad"), "http://[bad"),
        ("/assets/data/href", json!("file:///a%00b.tif"), "%00"),
    ] {
        let reason = one(&with(path, value)).unwrap_err();
        assert!(reason.contains(word), "{path}: {reason}");
    }
}

#[test]
fn what_lies_nowhere_says_so_and_leaves_out_nothing() {
    let nowhere = one(&with("/geometry", Value::Null)).unwrap();
    assert!(nowhere.footprint.is_empty());
    let mut without = item();
    without.as_object_mut().unwrap().remove("geometry");
    let reason = one(&without).unwrap_err();
    assert!(reason.contains("missing field `geometry`"), "{reason}");
}

#[test]
fn the_scene_is_the_asset_data_then_visual_then_the_first_with_the_role() {
    let chosen = |assets: Value| one(&with("/assets", assets)).unwrap().file_name;
    let (a, b) = (
        json!({"href": "a", "roles": ["data"]}),
        json!({"href": "b", "roles": ["data"]}),
    );
    assert_eq!(chosen(json!({"B4": a, "data": b})).as_deref(), Some("b"));
    assert_eq!(
        chosen(json!({"B4": a, "visual": {"href": "v"}})).as_deref(),
        Some("v")
    );
    assert_eq!(chosen(json!({"B4": a, "B5": b})).as_deref(), Some("a"));
    assert_eq!(
        chosen(json!({"m": {"href": "m", "roles": ["metadata"]}})),
        None
    );
    let sha1 = with(
        "/assets/data/file:checksum",
        json!(format!("1114{}", "ab".repeat(20))),
    );
    assert_eq!(one(&sha1).unwrap().sha256, None);
}

#[test]
fn an_item_over_the_antimeridian_is_two_polygons() {
    let ring = json!([[[178, 50], [-178, 50], [-178, 52], [178, 52], [178, 50]]]);
    let item = with("/geometry", json!({"type": "Polygon", "coordinates": ring}));
    assert!(
        one(&item)
            .unwrap()
            .footprint
            .wkt()
            .starts_with("MULTIPOLYGON")
    );
}

#[test]
fn reading_stops_when_no_more_is_wanted() {
    let base = Url::parse("file:///items").unwrap();
    let lines = format!("{}\n{}\n", item(), item());
    let collection = json!({"type": "FeatureCollection", "features": [item(), item()]}).to_string();
    for document in [lines, collection] {
        let mut seen = 0;
        read_items(document.as_bytes(), "items", &base, |_| {
            seen += 1;
            ControlFlow::Break(())
        })
        .unwrap();
        assert_eq!(seen, 1);
    }
}

#[test]
fn an_endless_line_does_not_fill_the_memory() {
    let long = format!("{}\n{{{}}}\n{}\n", item(), " ".repeat(17 << 20), item());
    let items = text(&long);
    assert_eq!(items.len(), 3);
    assert_eq!(items[1].as_ref().unwrap_err().reason, ItemText::TooLong);
    assert!(items[2].is_ok());
}

proptest! {
    #[test]
    fn no_text_does_harm(garbage in "[{}\\[\\]\":,a-z0-9\n ]{0,200}") {
        text(&garbage);
    }
}

#[test]
fn characters_that_are_not_seen_make_a_bad_item() {
    let table = [
        ("/id", json!("GF1\u{202E}fdp")),
        ("/id", json!("a\nb")),
        ("/id", json!("a\0b")),
        ("/id", json!("\u{200B}")),
        ("/id", json!("GF1\u{200B}")),
        ("/id", json!("GF1\u{200F}")),
        ("/id", json!("GF1\u{61C}")),
        ("/id", json!("GF1\u{FEFF}")),
        ("/id", json!("GF1\u{E0041}")),
        ("/collection", json!("c\u{7}")),
        ("/properties/title", json!("影像\u{2066}")),
        ("/properties/platform", json!("gf\t1")),
        ("/properties/instruments", json!(["pms1", "pms\u{0}2"])),
        ("/assets/data/href", json!("a%00.tif")),
        ("/assets/data/href", json!("folder%00/a.tif")),
        ("/assets/data/href", json!("a%0A.tif")),
        ("/assets/data/href", json!("a%E2%80%AEfit.exe")),
        ("/assets/thumb/href", json!("a%00.png")),
        ("/properties/gsd", json!({"deep": "\u{0}"})),
    ];
    for (path, value) in table {
        assert!(one(&with(path, value.clone())).is_err(), "{path}: {value}");
    }
    // What the database's JSON does not know, wherever in the properties.
    for more in [
        r#""x":"\u0000""#,
        r#""\u0000":1"#,
        r#""x":[{"y":"\u0000"}]"#,
        r#""x":"\ud800""#,
        r#""x":1e999"#,
    ] {
        let line = item().to_string().replacen(
            r#""properties":{"#,
            &format!(r#""properties":{{{more},"#),
            1,
        );
        assert!(text(&line).remove(0).is_err(), "{more}");
    }
    assert!(one(&with("/id", json!("影像 GF-1_(a)"))).is_ok());
}
