//! Files that are no area.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use proptest::prelude::*;

use super::{not_one, refused, send, shp, unreadable, zipped};
use crate::testing::TestApi;
use domain::budget::Budget;

#[tokio::test]
async fn what_is_no_area_is_refused() {
    let api = TestApi::new().await;
    let bomb = zipped(&[("a.shp", &vec![0; 200 << 20])]);
    assert!(bomb.len() < 1 << 20);
    let inner = zipped(&[("a.shp", &shp(5, 5))]);
    let many: Vec<String> = (0..1500).map(|n| format!("{n}.txt")).collect();
    let many: Vec<(&str, &[u8])> = many.iter().map(|name| (name.as_str(), &b"x"[..])).collect();
    let xml_bomb = r#"<!DOCTYPE kml [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><kml><Placemark><Polygon>
        <outerBoundaryIs><LinearRing><coordinates>&b;</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>"#;
    for (what, bytes) in [
        ("nothing", Vec::new()),
        ("text", b"POLYGON((0 0,1 0,1 1,0 0))".to_vec()),
        ("a bare .shp", shp(5, 5)),
        ("an empty zip", zipped(&[])),
        ("a zip without shapes", zipped(&[("readme.txt", b"x")])),
        ("a zip in a zip", zipped(&[("inner.zip", &inner)])),
        ("a bomb", bomb),
        ("many files", zipped(&many)),
        ("half a zip", inner[..inner.len() / 2].to_vec()),
        ("an empty .shp", zipped(&[("a.shp", b"")])),
        (
            "a .shp that claims more than it has",
            zipped(&[("a.shp", &shp(5, 19_000))]),
        ),
        ("no JSON", b"{\"type\":\"Polygon\"".to_vec()),
        (
            "a ring of two",
            br#"{"type":"Polygon","coordinates":[[[0,0],[1,1]]]}"#.to_vec(),
        ),
        (
            "off the globe",
            br#"{"type":"Polygon","coordinates":[[[0,0],[1,95],[1,1],[0,0]]]}"#.to_vec(),
        ),
        ("nested JSON", b"{\"a\":[".repeat(100_000)),
        ("broken XML", b"<kml><Placemark></kml>".to_vec()),
    ] {
        let answer = refused(&api, &bytes).await;
        assert_eq!(answer, unreadable(), "{what}");
    }
    // Whatever an entity stands for, it is no coordinate.
    assert_eq!(refused(&api, xml_bomb.as_bytes()).await, not_one());
    // Names lead nowhere: nothing is written.
    let slip = zipped(&[("../../../../tmp/a.shp", &shp(5, 5)), ("/etc/passwd", b"x")]);
    let taken = send(&api, "a.zip", &slip).await;
    assert_eq!(
        (taken.status, &taken.json()["name"]),
        (StatusCode::OK, &"a".into())
    );
    let large = vec![b'{'; 21 << 20];
    assert_eq!(
        refused(&api, &large).await,
        (413, "too_large".into(), "上传的文件不能超过20MB！".into())
    );
    let nothing = Request::post("/api/areas")
        .header("content-type", "multipart/form-data; boundary=edge")
        .body(Body::from("--edge--\r\n"))
        .unwrap();
    assert_eq!(
        api.send(nothing).await.json()["detail"],
        "请选择要上传的文件！"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn no_damage_breaks_the_readers(at in 0_usize..400, value: u8, cut in 0_usize..400) {
        let square = shp(5, 5);
        let kml = b"<kml><Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>0,0 1,0 1,1 0,0</coordinates>\
            </LinearRing></outerBoundaryIs></Polygon></Placemark></kml>".to_vec();
        let prj = br#"PROJCS["x",GEOGCS["y",DATUM["D_WGS_1984"]],PROJECTION["Transverse_Mercator"],
            PARAMETER["Central_Meridian",117.0],UNIT["Meter",1.0]]"#.to_vec();
        let geojson = br#"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}"#.to_vec();
        let read = |bytes: &[u8], name: &str| super::super::area(bytes, name, &Budget::default());
        let damaged = |mut bytes: Vec<u8>| {
            let at = at % bytes.len();
            bytes[at] = value;
            bytes.truncate(bytes.len().saturating_sub(cut % 7));
            bytes
        };
        let _ = read(&zipped(&[("a.shp", &damaged(square.clone()))]), "a");
        let _ = read(&zipped(&[("a.shp", &square), ("a.prj", &damaged(prj))]), "a");
        let _ = read(&damaged(zipped(&[("a.shp", &square)])), "a");
        let _ = read(&damaged(kml), "a");
        let _ = read(&damaged(geojson), "a");
    }
}
