//! Files made by GDAL, and files made to hurt.

#[path = "refused_upload_tests.rs"]
mod refused_upload_tests;

use std::io::{Cursor, Write as _};
use std::path::Path;
use std::process::Command;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use geo::{BoundingRect as _, CoordsIter as _};
use serde_json::{Value, json};
use zip::write::SimpleFileOptions;

use crate::testing::{Answer, TestApi};
use geometry::wkt::parse;

/// A pentagon with a hole, near Beijing.
const DRAWN: &str = r#"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"名称":"测区"},"geometry":
    {"type":"Polygon","coordinates":[[[116.1,39.5],[116.9,39.4],[117.2,40.0],[116.5,40.4],[116.0,40.1],[116.1,39.5]],
    [[116.4,39.8],[116.5,40.0],[116.6,39.8],[116.4,39.8]]]}}]}"#;

async fn send(api: &TestApi, name: &str, bytes: &[u8]) -> Answer {
    let mut body = format!(
        "--edge\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n"
    )
    .into_bytes();
    body.extend_from_slice(bytes);
    body.extend_from_slice(b"\r\n--edge--\r\n");
    let request = Request::post("/api/areas")
        .header("content-type", "multipart/form-data; boundary=edge")
        .body(Body::from(body))
        .unwrap();
    api.send(request).await
}

/// Status, code and message.
async fn refused(api: &TestApi, bytes: &[u8]) -> (u16, String, String) {
    let answer = send(api, "a.zip", bytes).await;
    let body = answer.json();
    let detail = body["detail"].as_str().unwrap_or_default().to_owned();
    (answer.status.as_u16(), answer.code(), detail)
}

fn unreadable() -> (u16, String, String) {
    (
        400,
        "unreadable_area".into(),
        "上传失败，请重新上传！".into(),
    )
}

fn not_one() -> (u16, String, String) {
    (
        422,
        "not_one_polygon".into(),
        "请使用单面矢量数据或者合并后的多面矢量数据执行数据查询！".into(),
    )
}

fn too_many() -> (u16, String, String) {
    let detail = "上传成功，但矢量数据的顶点数超过20000个，请简化后重新上传！";
    (422, "too_many_vertices".into(), detail.into())
}

fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// What `ogr2ogr` makes of [`DRAWN`], as name and content of its files.
fn by_gdal(drawn: &str, target: &str, arguments: &[&str]) -> Vec<(String, Vec<u8>)> {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("source.geojson");
    std::fs::write(&source, drawn).unwrap();
    let made = folder.path().join("made");
    std::fs::create_dir(&made).unwrap();
    let done = Command::new("ogr2ogr")
        .args(arguments)
        .arg(made.join(target))
        .arg(&source)
        .output()
        .expect("ogr2ogr (gdal-bin) is needed for this test");
    assert!(
        done.status.success(),
        "{}",
        String::from_utf8_lossy(&done.stderr)
    );
    let mut files: Vec<(String, Vec<u8>)> = std::fs::read_dir(&made)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, std::fs::read(&path).unwrap())
        })
        .collect();
    files.sort();
    files
}

fn shapefile(drawn: &str, arguments: &[&str], without: &[&str]) -> Vec<u8> {
    let arguments = [&["-f", "ESRI Shapefile", "-lco", "ENCODING=GBK"], arguments].concat();
    let files = by_gdal(drawn, "测区.shp", &arguments);
    let kept: Vec<(&str, &[u8])> = files
        .iter()
        .filter(|(name, _)| {
            let kind = Path::new(name).extension().unwrap_or_default();
            !without.iter().any(|other| kind == *other)
        })
        .map(|(name, content)| (name.as_str(), content.as_slice()))
        .collect();
    zipped(&kept)
}

fn assert_is_drawn(answer: &Value) {
    let found = parse(answer["wkt"].as_str().unwrap_or_else(|| panic!("{answer}"))).unwrap();
    assert_eq!(found.coords_count(), 10, "{answer}");
    let rect = found.bounding_rect().unwrap();
    let expected = [116.0, 39.4, 117.2, 40.4];
    let off = [rect.min().x, rect.min().y, rect.max().x, rect.max().y]
        .iter()
        .zip(expected)
        .map(|(found, expected)| (found - expected).abs())
        .fold(0.0, f64::max);
    assert!(off < 2e-4, "{answer}");
    assert_eq!(answer["vertices"], 10);
    let area = answer["area"].as_f64().unwrap();
    // Square metres, from pyproj, without the hole.
    assert!((area / 7.5519e9 - 1.0).abs() < 1e-3, "{area}");
    assert_eq!(answer["tooLarge"], false);
}

#[tokio::test]
async fn shapefiles_of_gdal_are_read_in_the_systems_of_china() {
    let api = TestApi::new().await;
    for system in [
        "EPSG:4326",
        "EPSG:4490",
        "EPSG:4527",
        "EPSG:4548",
        "EPSG:4508",
        "EPSG:32650",
        "EPSG:3857",
    ] {
        let bytes = shapefile(DRAWN, &["-t_srs", system], &[]);
        let answer = send(&api, "upload.zip", &bytes).await.json();
        assert_is_drawn(&answer);
        assert_eq!(answer["name"], "测区", "{system}");
    }
    for dimensions in ["XYZ", "XYM", "XYZM"] {
        let bytes = shapefile(DRAWN, &["-dim", dimensions], &["shx", "dbf"]);
        assert_is_drawn(&send(&api, "upload.zip", &bytes).await.json());
    }
    // Degrees speak for themselves, metres do not; datums that lie a hundred metres off are not taken for ours.
    let bare = shapefile(DRAWN, &[], &["prj", "shx", "cpg"]);
    assert_is_drawn(&send(&api, "upload.zip", &bare).await.json());
    let metres = shapefile(DRAWN, &["-t_srs", "EPSG:4527"], &["prj"]);
    assert_eq!(refused(&api, &metres).await, unreadable());
}

/// GDAL without grids takes the same way: EPSG:15918 is named, and Xi'an 1980 has no parameters.
#[tokio::test]
async fn shapefiles_on_older_datums_and_cones_are_read() {
    let api = TestApi::new().await;
    let beijing = "+towgs84=12.646,-155.176,-80.863 +a=6378245 +rf=298.3";
    for (system, metres) in [
        ("EPSG:4610", Some(150)),
        ("EPSG:2334", Some(150)),
        ("EPSG:2385", Some(150)),
        (
            "+proj=aea +lat_1=25 +lat_2=47 +lon_0=105 +datum=WGS84",
            None,
        ),
        (
            "+proj=lcc +lat_1=30 +lat_2=62 +lon_0=105 +datum=WGS84",
            None,
        ),
    ] {
        let bytes = shapefile(DRAWN, &["-t_srs", system], &[]);
        let answer = send(&api, "upload.zip", &bytes).await.json();
        assert_is_drawn(&answer);
        assert_eq!(answer["accuracy"]["metres"].as_u64(), metres, "{system}");
    }
    // GDAL would write the parameters as a datum of its own: the numbers are projected with them, and the .prj is that
    // of the system itself.
    for (words, code) in [
        ("+proj=longlat", "EPSG:4214"),
        ("+proj=tmerc +lon_0=117 +x_0=20500000", "EPSG:21420"),
        ("+proj=tmerc +lon_0=117 +x_0=39500000", "EPSG:2415"),
    ] {
        let target = format!("{words} {beijing}");
        let files = by_gdal(
            DRAWN,
            "测区.shp",
            &["-f", "ESRI Shapefile", "-t_srs", &target],
        );
        let named = by_gdal(DRAWN, "测区.shp", &["-f", "ESRI Shapefile", "-a_srs", code]);
        let of = |files: &[(String, Vec<u8>)], ending: &str| {
            files
                .iter()
                .find(|(name, _)| name.ends_with(ending))
                .unwrap()
                .1
                .clone()
        };
        let zip = zipped(&[
            ("a.shp", &of(&files, ".shp")),
            ("a.prj", &of(&named, ".prj")),
        ]);
        let answer = send(&api, "upload.zip", &zip).await.json();
        assert_is_drawn(&answer);
        let accuracy = json!({"datum": "beijing1954", "metres": 30});
        assert_eq!(answer["accuracy"], accuracy, "{code}");
    }
    let new = shapefile(DRAWN, &["-t_srs", "EPSG:4555"], &[]);
    let answer = send(&api, "a.zip", &new).await;
    assert_eq!(answer.code(), "unreadable_area");
    let reason = answer.json()["errors"][0]["detail"]
        .as_str()
        .unwrap()
        .to_owned();
    assert!(reason.contains("请转换为 CGCS2000"), "{reason}");
}

#[tokio::test]
async fn geojson_kml_and_kmz_are_read() {
    let api = TestApi::new().await;
    let answer = send(&api, "矿区.geojson", DRAWN.as_bytes()).await.json();
    assert_is_drawn(&answer);
    assert_eq!(answer["name"], "矿区");
    let projected = by_gdal(
        DRAWN,
        "a.geojson",
        &[
            "-f",
            "GeoJSON",
            "-t_srs",
            "EPSG:4527",
            "-lco",
            "COORDINATE_PRECISION=3",
        ],
    );
    assert_is_drawn(&send(&api, "a.json", &projected[0].1).await.json());
    let kml = &by_gdal(DRAWN, "a.kml", &["-f", "KML", "-nln", "测区"])[0].1;
    assert_is_drawn(&send(&api, "a.kml", kml).await.json());
    let answer = send(&api, "a.kmz", &zipped(&[("doc.kml", kml)]))
        .await
        .json();
    assert_is_drawn(&answer);
    let named = String::from_utf8_lossy(kml)
        .replace("<Placemark>", "<Placemark><name>一号 &amp; 二号</name>");
    let answer = send(&api, "a.kml", named.as_bytes()).await.json();
    assert!(
        answer["name"].as_str().unwrap().starts_with("一号"),
        "{answer}"
    );
}

#[tokio::test]
async fn only_one_polygon_is_taken() {
    let api = TestApi::new().await;
    let feature =
        |geometry: Value| json!({"type": "Feature", "properties": {"a": 1}, "geometry": geometry});
    let square = |west: f64| {
        json!([[
            [west, 30.0],
            [west + 1.0, 30.0],
            [west + 1.0, 31.0],
            [west, 30.0]
        ]])
    };
    let several =
        |features: &[Value]| json!({"type": "FeatureCollection", "features": features}).to_string();
    let polygon = |west: f64| feature(json!({"type": "Polygon", "coordinates": square(west)}));
    let two = several(&[polygon(100.0), polygon(105.0)]);
    let point = several(&[feature(
        json!({"type": "Point", "coordinates": [100.0, 30.0]}),
    )]);
    for wrong in [&two, &point] {
        assert_eq!(refused(&api, wrong.as_bytes()).await, not_one());
        assert_eq!(refused(&api, &shapefile(wrong, &[], &[])).await, not_one());
        let kml = &by_gdal(wrong, "a.kml", &["-f", "KML"])[0].1;
        assert_eq!(refused(&api, kml).await, not_one());
    }
    let shape = by_gdal(DRAWN, "a.shp", &[])
        .into_iter()
        .find(|(name, _)| name.ends_with("shp"))
        .unwrap()
        .1;
    let pair = zipped(&[("a.shp", &shape), ("b.shp", &shape)]);
    // Two layers are as many polygons.
    assert_eq!(refused(&api, &pair).await, not_one());
    let merged = several(&[feature(
        json!({"type": "MultiPolygon", "coordinates": [square(100.0), square(105.0)]}),
    )]);
    for bytes in [
        merged.clone().into_bytes(),
        shapefile(&merged, &[], &[]),
        by_gdal(&merged, "a.kml", &["-f", "KML"])[0].1.clone(),
    ] {
        let answer = send(&api, "a", &bytes).await.json();
        let wkt = answer["wkt"].as_str().unwrap_or_else(|| panic!("{answer}"));
        assert!(wkt.starts_with("MULTIPOLYGON(((100 30,"), "{wkt}");
    }
}

#[tokio::test]
async fn odd_shapes_are_taken_as_they_are() {
    let api = TestApi::new().await;
    for (ring, bbox) in [
        (
            "[[179,0],[181,0],[181,2],[179,2],[179,0]]",
            json!([179.0, 0.0, 181.0, 2.0]),
        ),
        ("[[0,0],[1,0],[2,0],[0,0]]", json!([0.0, 0.0, 2.0, 0.0])),
        ("[[0,0],[0,0],[0,0],[0,0]]", json!([0.0, 0.0, 0.0, 0.0])),
    ] {
        let drawn = format!(r#"{{"type":"Polygon","coordinates":[{ring}]}}"#);
        let answer = send(&api, "a.json", drawn.as_bytes()).await;
        assert_eq!(answer.status, StatusCode::OK, "{ring}: {}", answer.json());
        assert_eq!(answer.json()["bbox"], bbox, "{ring}");
    }
    let china = r#"{"type":"Polygon","coordinates":[[[73,18],[135,18],[135,54],[73,54],[73,18]]]}"#;
    let large = send(&api, "a.json", china.as_bytes()).await.json();
    assert_eq!(
        (&large["tooLarge"], &large["message"]),
        (&true.into(), &"查询面积超过全国面积，请重新绘制！".into())
    );
}

/// A `.shp` of one polygon with so many corners, and what the counts in it claim.
fn shp(corners: usize, claimed: u32) -> Vec<u8> {
    let mut record = Vec::new();
    record.extend(5_u32.to_le_bytes());
    record.extend([0; 32]);
    record.extend(1_u32.to_le_bytes());
    record.extend(claimed.to_le_bytes());
    record.extend(0_u32.to_le_bytes());
    for corner in 0..corners {
        let turn = f64::from(u32::try_from(corner % (corners - 1)).unwrap()) / 1e7;
        record.extend((100.0 + turn.sin()).to_le_bytes());
        record.extend((30.0 + turn.cos()).to_le_bytes());
    }
    let mut file = 9994_u32.to_be_bytes().to_vec();
    file.resize(100, 0);
    file.extend(1_u32.to_be_bytes());
    file.extend(u32::try_from(record.len() / 2).unwrap().to_be_bytes());
    file.extend(record);
    file
}

#[tokio::test]
async fn too_many_vertices_are_told_in_every_form() {
    let api = TestApi::new().await;
    assert_eq!(
        send(&api, "a.zip", &zipped(&[("a.shp", &shp(20_000, 20_000))]))
            .await
            .status,
        StatusCode::OK
    );
    for corners in [20_001, 1_000_000] {
        let claimed = u32::try_from(corners).unwrap();
        assert_eq!(
            refused(&api, &zipped(&[("a.shp", &shp(corners, claimed))])).await,
            too_many()
        );
    }
    let corners: Vec<String> = (0..400_000)
        .map(|n| format!("[{},{}]", n % 90, n % 45))
        .collect();
    let drawn = format!(
        r#"{{"type":"Polygon","coordinates":[[{}]]}}"#,
        corners.join(",")
    );
    assert_eq!(refused(&api, drawn.as_bytes()).await, too_many());
    let corners = corners.join(" ").replace(['[', ']'], "");
    let kml = format!(
        "<kml><Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>{corners}</coordinates>\
        </LinearRing></outerBoundaryIs></Polygon></Placemark></kml>"
    );
    assert_eq!(refused(&api, kml.as_bytes()).await, too_many());
}

#[tokio::test]
async fn what_crosses_itself_is_refused_in_the_words_for_what_is_drawn() {
    let api = TestApi::new().await;
    let bow =
        br#"{"type":"Polygon","coordinates":[[[116,39],[118,41],[118,39],[116,41],[116,39]]]}"#;
    let detail = "多边形自相交（117.0000, 40.0000 附近），请修改后重试";
    let refusal = (422, "self_crossing".into(), detail.into());
    assert_eq!(refused(&api, bow).await, refusal);
}

#[tokio::test]
async fn geojson_on_older_datums_is_taken_and_the_accuracy_is_said() {
    let api = TestApi::new().await;
    let on = |code: u16| {
        format!(
            r#"{{"type":"Polygon","crs":{{"type":"name","properties":{{"name":"urn:ogc:def:crs:EPSG::{code}"}}}},
            "coordinates":[[[116.4,39.9],[116.5,39.9],[116.5,40],[116.4,39.9]]]}}"#
        )
    };
    let taken = send(&api, "a.geojson", on(4214).as_bytes()).await.json();
    assert_eq!(
        taken["accuracy"],
        json!({"datum": "beijing1954", "metres": 30})
    );
    assert_eq!(taken["bbox"][0], 116.4007);
    let taken = send(&api, "a.geojson", on(4610).as_bytes()).await.json();
    assert_eq!(
        taken["accuracy"],
        json!({"datum": "xian1980", "metres": 150})
    );
    let other = send(&api, "a.geojson", on(4555).as_bytes()).await.json();
    let why = other["errors"][0]["detail"].as_str().unwrap_or_default();
    assert!(why.contains("请转换为 CGCS2000"), "{other}");
}
