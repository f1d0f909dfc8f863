//! Areas that people with bad intentions, or bad luck, send: every case names its answer, none ends in a 5xx, and none
//! takes longer than a moment.

use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

use crate::testing::{Answer, TestApi, scene, square};
use geometry::wkt::MAX_VERTICES;

/// Generous: debug builds are tens of times slower, and others compile meanwhile.
const A_MOMENT: Duration = Duration::from_secs(10);

const MALFORMED: &str = "空间范围不是有效的 WKT";
const EMPTY: &str = "空间范围为空";
const FEW: &str = "空间范围的多边形至少需要三个顶点";
const RANGE: &str = "空间范围的坐标超出范围";
const MANY: &str = "空间范围的顶点数超过 20000 个，请简化后重试";
const TANGLED: &str = "空间范围的边界自相交过多，请简化后重试";
const LARGE: &str = "查询面积超过全国面积，请重新绘制！";
/// It is an area, if a strange one.
const GOOD: &str = "";
/// It can be searched, but who draws it is told to draw it anew.
const CROSSED: &str = "多边形自相交";

/// What is sent as WKT, and how its refusal begins.
const TEXTS: &[(&str, &str)] = &[
    ("x", MALFORMED),
    ("(", MALFORMED),
    (")", MALFORMED),
    ("()", MALFORMED),
    ("((((((((", MALFORMED),
    ("))))", MALFORMED),
    ("POLYGON", MALFORMED),
    ("POLYGON(", MALFORMED),
    ("POLYGON)(", MALFORMED),
    ("POLYGON((0 0,1 0,1 1,0 0)", MALFORMED),
    ("POLYGON((0 0,1 0,1 1,0 0)))", MALFORMED),
    ("POLYGON((0 0,1 0,1 1,0 0)) POINT(1 1)", MALFORMED),
    (
        "POLYGON((0 0,1 0,1 1,0 0)); DROP TABLE scene; --",
        MALFORMED,
    ),
    ("POLYGON((0,1,1,0))", MALFORMED),
    ("POLYGON((a b,c d,e f,a b))", MALFORMED),
    ("POLYGON((0 0 0 0 0,1 0,1 1,0 0))", MALFORMED),
    ("POLYGON((NaN NaN,1 0,1 1,NaN NaN))", MALFORMED),
    ("POLYGON((Infinity 0,1 0,1 1,Infinity 0))", MALFORMED),
    ("POLYGON((-inf 0,1 0,1 1,-inf 0))", RANGE),
    ("CIRCULARSTRING(0 0,1 1,2 0)", MALFORMED),
    (
        "CURVEPOLYGON(CIRCULARSTRING(0 0,4 0,4 4,0 4,0 0))",
        MALFORMED,
    ),
    (
        "COMPOUNDCURVE((2 0,3 1),CIRCULARSTRING(3 1,4 0,5 1))",
        MALFORMED,
    ),
    ("TIN(((0 0,1 0,1 1,0 0)))", MALFORMED),
    ("POLYHEDRALSURFACE(((0 0,1 0,1 1,0 0)))", MALFORMED),
    ("BOX(0 0,1 1)", MALFORMED),
    ("{\"type\":\"Point\",\"coordinates\":[1,2]}", MALFORMED),
    ("SRID=;POINT(1 2)x", MALFORMED),
    ("SRID=4326", MALFORMED),
    ("<script>alert(1)</script>", MALFORMED),
    ("' OR 1=1 --", MALFORMED),
    ("POINT(1\u{1}2)", MALFORMED),
    ("\u{202E}POINT(1 2)", MALFORMED),
    ("POINT(१ २)", MALFORMED),
    ("ＰＯＩＮＴ（１ ２）", MALFORMED),
    ("多边形((0 0,1 0,1 1,0 0))", MALFORMED),
    ("POINT EMPTY", EMPTY),
    ("POLYGON EMPTY", EMPTY),
    ("MULTIPOINT EMPTY", EMPTY),
    ("LINESTRING EMPTY", EMPTY),
    ("GEOMETRYCOLLECTION EMPTY", EMPTY),
    ("GEOMETRYCOLLECTION(POINT EMPTY,POLYGON EMPTY)", EMPTY),
    ("POLYGON((0 0,1 1))", FEW),
    ("POLYGON((0 0))", FEW),
    ("POLYGON((0 0,1 0,1 1,0 0),(0.5 0.5))", FEW),
    ("MULTIPOLYGON(((0 0,1 0,1 1,0 0)),((5 5,6 6)))", FEW),
    ("POINT(0 90.0001)", RANGE),
    ("POINT(541 0)", RANGE),
    ("POINT(1e308 1e308)", RANGE),
    ("POINT(1e309 0)", RANGE),
    ("POINT(-1e400 0)", RANGE),
    ("POLYGON((0 0,1e308 0,1e308 1e308,0 0))", RANGE),
    (
        "POLYGON((4370000 39000000,4370001 39000000,4370001 39000001,4370000 39000000))",
        RANGE,
    ),
    ("POLYGON((30 100,31 100,31 101,30 100))", RANGE),
    ("POLYGON((-180 -90,180 -90,180 90,-180 90,-180 -90))", LARGE),
    ("POLYGON((-540 -90,540 -90,540 90,-540 90,-540 -90))", LARGE),
    // What can be understood is.
    ("POLYGON((0 0,1 0,1 1))", GOOD),
    ("POLYGON((0 0,1 0,1 1,0 0.5))", GOOD),
    ("POLYGON((0 0,0 0,0 0,0 0))", GOOD),
    ("POLYGON((0 0,1 0,2 0,0 0))", GOOD),
    ("POLYGON((0 0,4 4,4 0,0 4,0 0))", CROSSED),
    ("POLYGON((0 0,4 0,2 0,2 9,2 0,4 0,4 4,0 4,0 0))", CROSSED),
    (
        "POLYGON((0 0,4 0,4 4,0 4,0 0),(10 10,11 10,11 11,10 10))",
        GOOD,
    ),
    ("POLYGON((0 0,4 0,4 4,0 4,0 0),(0 0,4 0,4 4,0 4,0 0))", GOOD),
    (
        "POLYGON((0 0,4 0,4 4,0 4,0 0),(1 1,3 1,3 3,1 1),(1 1,3 1,3 3,1 1))",
        GOOD,
    ),
    (
        "MULTIPOLYGON(((0 0,1 0,1 1,0 0)),((0 0,1 0,1 1,0 0)))",
        GOOD,
    ),
    ("MULTIPOLYGON(((0 0,4 0,4 4,0 0)),EMPTY)", FEW),
    (
        "GEOMETRYCOLLECTION(POLYGON((0 0,1 0,1 1,0 0)),GEOMETRYCOLLECTION(POINT(1 2)))",
        GOOD,
    ),
    ("POLYGON((170 0,-170 0,-170 10,170 10,170 0))", GOOD),
    ("POLYGON((170 0,190 0,190 10,170 10,170 0))", GOOD),
    ("POLYGON((178 89,182 89,182 90,178 90,178 89))", GOOD),
    ("POLYGON Z((0 0 1,1 0 1e308,1 1 NaN,0 0 1))", MALFORMED),
    ("POLYGON Z((0 0 1,1 0 1e308,1 1 -1,0 0 1))", GOOD),
    ("POLYGON M((0 0 5,1 0 5,1 1 5,0 0 5))", GOOD),
    ("POLYGON ZM((0 0 5 1,1 0 5 1,1 1 5 1,0 0 5 1))", GOOD),
    ("POLYGON((0 0 5 1,1 0 5 1,1 1 5 1,0 0 5 1))", GOOD),
    ("SRID=4326;POLYGON((0 0,1 0,1 1,0 0))", GOOD),
    ("srid=4490 ; POLYGON((0 0,1 0,1 1,0 0))", GOOD),
    ("POINT(1e1 2.5E-1)", GOOD),
    ("POINT(+1 -.5)", GOOD),
    ("POINT(0000000001 2)", GOOD),
    ("\t\r\nPOLYGON\n((0\t0,\r\n1 0,1 1,0 0))\n", GOOD),
    ("polygon（（0 0，1 0，1 1，0 0））", GOOD),
    ("POINT\u{3000}(1\u{3000}2)", GOOD),
    ("POINT(-0.0 -0.0)", GOOD),
    ("POINT(5e-324 5e-324)", GOOD),
];

fn texts() -> Vec<(String, &'static str)> {
    let plain = TEXTS.iter();
    let plain = plain.map(|(text, expected)| ((*text).to_owned(), *expected));
    plain.chain(long_texts()).collect()
}

fn long_texts() -> Vec<(String, &'static str)> {
    let nested = |depth: usize| {
        let (open, close) = ("GEOMETRYCOLLECTION(".repeat(depth), ")".repeat(depth));
        format!("{open}POINT(1 2){close}")
    };
    let digits = format!("POINT(0.{} 1)", "3".repeat(100_000));
    let number = format!("POINT({} 1)", "9".repeat(100_000));
    vec![
        (nested(6), GOOD),
        (nested(9), MALFORMED),
        (nested(50_000), MALFORMED),
        ("(".repeat(1_000_000), MALFORMED),
        ("POLYGON(".repeat(100_000), MALFORMED),
        ("x".repeat(1_000_000), MALFORMED),
        (digits, GOOD),
        (number, RANGE),
        (ring(MAX_VERTICES, 0.000_3, 10.0), GOOD),
        (ring(MAX_VERTICES + 1, 0.000_3, 10.0), MANY),
        // Each edge crosses nearly every other.
        (ring(MAX_VERTICES, 2.5, 10.0), TANGLED),
        (ring(150, 2.5, 10.0), TANGLED),
        (ring(60, 2.5, 10.0), CROSSED),
        // Each is joined with all before.
        (islands(4000), GOOD),
    ]
}

/// So many squares apart.
fn islands(count: u32) -> String {
    let squares = (0..count).map(|number| {
        let (west, south) = (
            100.0 + f64::from(number % 64) / 10.0,
            30.0 + f64::from(number / 64) / 10.0,
        );
        let (east, north) = (west + 0.05, south + 0.05);
        format!("(({west} {south},{east} {south},{east} {north},{west} {north},{west} {south}))")
    });
    format!("MULTIPOLYGON({})", squares.collect::<Vec<_>>().join(","))
}

/// So many corners, each a turn further on a circle that slowly winds.
fn ring(corners: usize, turn: f64, radius: f64) -> String {
    let first = star_corner(0.0, turn, radius);
    let points = (1..corners - 1).map(|corner| {
        let step = f64::from(u32::try_from(corner).unwrap());
        star_corner(step, turn, radius)
    });
    let points: Vec<String> = std::iter::once(first.clone()).chain(points).collect();
    format!("POLYGON(({},{first}))", points.join(","))
}

fn star_corner(step: f64, turn: f64, radius: f64) -> String {
    let (sin, cos) = (step * turn).sin_cos();
    format!("{:.5} {:.5}", 100.0 + radius * cos, 35.0 + radius * sin)
}

/// Status and detail, after a look at its shape.
fn checked_answer(answer: &Answer, what: &str) -> (u16, String) {
    let status = answer.status.as_u16();
    let body = answer.json();
    if status == 200 {
        return (status, String::new());
    }
    assert_eq!(
        answer.header("content-type"),
        "application/problem+json",
        "{what}"
    );
    let detail = body["detail"].as_str().unwrap_or_default().to_owned();
    assert!(detail.chars().count() < 300, "{what}: {detail}");
    (status, detail)
}

fn short(text: &str) -> String {
    text.chars().take(60).collect()
}

#[tokio::test]
async fn every_text_has_its_answer() {
    let api = TestApi::new().await;
    api.node(1, None, "卫星").await;
    api.scenes(&[scene("a", &square(0.0, 0.0))]).await;
    let mut wrong = Vec::new();
    for (text, expected) in texts() {
        for path in [
            "/api/scenes/search",
            "/api/scenes/footprints",
            "/api/areas/check",
            "/api/scenes/cover",
        ] {
            let what = format!("{path} {}", short(&text));
            let begun = Instant::now();
            let answer = api.post(path, "", json!({"wkt": text})).await;
            let (status, detail) = checked_answer(&answer, &what);
            assert!(begun.elapsed() < A_MOMENT, "{what}: {:?}", begun.elapsed());
            let good = match (path, expected) {
                // It says so, and measures all the same.
                ("/api/areas/check", LARGE) => {
                    status == 200 && answer.json()["message"] == json!(LARGE)
                }
                ("/api/areas/check", CROSSED) => status == 422 && detail.starts_with(CROSSED),
                ("/api/scenes/cover", GOOD | CROSSED) => {
                    status == 200 || detail == "请先绘制一个面状范围"
                }
                (_, GOOD | CROSSED) => status == 200,
                _ => {
                    status == 400
                        && detail.starts_with(expected)
                        && answer.json()["errors"][0]["field"] == "wkt"
                }
            };
            if !good {
                wrong.push(format!("{what}: {status} {detail}, not {expected}"));
            }
        }
        let what = format!("STAC {}", short(&text));
        let begun = Instant::now();
        let filter = format!("S_INTERSECTS(geometry,{text})");
        let asked = json!({"filter": filter, "filter-lang": "cql2-text"});
        let answer = api.post("/stac/search", "", asked).await;
        let (status, _) = checked_answer(&answer, &what);
        assert!(begun.elapsed() < A_MOMENT, "{what}: {:?}", begun.elapsed());
        assert!([200, 400].contains(&status), "{what}: {status}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// GeoJSON, and the status of its answer over STAC and as an uploaded file.
fn geometries() -> Vec<(Value, u16, u16)> {
    let polygon = |rings: Value| json!({"type": "Polygon", "coordinates": rings});
    let ring = |places: Value| polygon(json!([places]));
    let star: Vec<Value> = (0..MAX_VERTICES)
        .map(|corner| {
            let (sin, cos) =
                (f64::from(u32::try_from(corner % (MAX_VERTICES - 1)).unwrap()) * 2.5).sin_cos();
            json!([100.0 + 10.0 * cos, 35.0 + 10.0 * sin])
        })
        .collect();
    let mut deep = json!({"type": "Point", "coordinates": [1, 2]});
    for _ in 0..40 {
        deep = json!({"type": "GeometryCollection", "geometries": [deep]});
    }
    vec![
        (ring(json!([[0, 0], [1, 0], [1, 1], [0, 0]])), 200, 200),
        (
            ring(json!([[0, 0, 5], [1, 0, 5], [1, 1, 5], [0, 0, 5]])),
            200,
            200,
        ),
        (
            ring(json!([[170, 0], [-170, 0], [-170, 9], [170, 9], [170, 0]])),
            200,
            200,
        ),
        (
            ring(json!([[0, 0], [4, 4], [4, 0], [0, 4], [0, 0]])),
            200,
            200,
        ),
        (ring(json!([[0, 0], [1, 0], [0, 0]])), 400, 400),
        (ring(json!([[0, 0], [1, 0], [1, 91], [0, 0]])), 400, 400),
        (ring(json!([[0, 0], [1e308, 0], [1, 1], [0, 0]])), 400, 400),
        (ring(json!([[0], [1], [2], [0]])), 400, 400),
        (
            ring(json!([["0", "0"], ["1", "0"], ["1", "1"], ["0", "0"]])),
            400,
            400,
        ),
        (
            ring(json!([[null, null], [1, 0], [1, 1], [null, null]])),
            400,
            400,
        ),
        (ring(json!(star)), 400, 400),
        (ring(json!([])), 400, 400),
        (polygon(json!([])), 400, 400),
        (polygon(json!(null)), 400, 400),
        (json!({"type": "Polygon"}), 400, 400),
        (json!({"type": "Circle", "coordinates": [0, 0]}), 400, 400),
        (
            json!({"type": "GeometryCollection", "geometries": []}),
            400,
            422,
        ),
        (json!([]), 400, 400),
        (json!("POLYGON"), 400, 400),
        (deep, 400, 422),
    ]
}

/// GeoJSON, asked over STAC and as an uploaded file.
#[tokio::test]
async fn every_geojson_has_its_answer() {
    let api = TestApi::new().await;
    let mut wrong = Vec::new();
    for (geometry, stac, upload) in geometries() {
        let text = geometry.to_string();
        let what = short(&text);
        let begun = Instant::now();
        let answer = api
            .post("/stac/search", "", json!({"intersects": geometry}))
            .await;
        let (status, detail) = checked_answer(&answer, &what);
        if status != stac {
            wrong.push(format!("STAC {what}: {status} {detail}"));
        }
        let answer = uploaded(&api, "a.geojson", text.as_bytes()).await;
        let (status, detail) = checked_answer(&answer, &what);
        if status != upload {
            wrong.push(format!("upload {what}: {status} {detail}"));
        }
        assert!(
            begun.elapsed() < 2 * A_MOMENT,
            "{what}: {:?}",
            begun.elapsed()
        );
    }
}

async fn uploaded(api: &TestApi, name: &str, bytes: &[u8]) -> Answer {
    let head = format!(
        "--edge\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n"
    );
    let body = [head.as_bytes(), bytes, b"\r\n--edge--\r\n"].concat();
    let request = Request::post("/api/areas")
        .header("content-type", "multipart/form-data; boundary=edge")
        .body(Body::from(body))
        .unwrap();
    api.send(request).await
}

#[tokio::test]
async fn what_is_too_long_is_not_read() {
    let api = TestApi::new().await;
    let many = "1 1,".repeat(13_000_000);
    let body = format!("{{\"wkt\":\"LINESTRING({many}1 1)\"}}");
    assert!(body.len() > 50_000_000);
    let body = axum::body::Bytes::from(body);
    for path in [
        "/api/scenes/search",
        "/api/scenes/footprints",
        "/api/scenes/cover",
        "/api/areas/check",
        "/stac/search",
    ] {
        let request = Request::post(path)
            .header("content-type", "application/json")
            .body(Body::from(body.clone()))
            .unwrap();
        let answer = api.send(request).await;
        assert_eq!(
            (answer.status.as_u16(), answer.code().as_str()),
            (413, "too_large"),
            "{path}"
        );
    }
    let answer = uploaded(&api, "a.geojson", &body).await;
    assert_eq!(
        (answer.status.as_u16(), answer.code().as_str()),
        (413, "too_large")
    );
    // A million corners that fit into the limit of the body are too many all the same.
    let many = format!("MULTIPOINT({}1 1)", "1 1,".repeat(500_000));
    let answer = api
        .post("/api/scenes/search", "", json!({"wkt": many}))
        .await;
    assert_eq!(checked_answer(&answer, "many"), (400, MANY.to_owned()));
}
