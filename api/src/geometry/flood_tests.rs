//! Outlines that cost much, sent by strangers: they wait for one another and for nothing that others need.

use std::task::Poll;
use std::time::Duration;

use axum::http::StatusCode;
use domain::role::Role;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;
use tokio::net::{TcpListener, TcpStream};

use super::pool::GeometryLimits;
use crate::caller::Client;
use crate::catalog::fields::tests::filled;
use crate::context::Settings;
use crate::server::{Server, ServerLimits};
use crate::testing::{TestApi, scene, square};

/// Legal: at most 20,000 corners.
const CORNERS: u32 = 19_990;

pub(crate) fn wkt(corners: impl Iterator<Item = (f64, f64)>) -> String {
    let corners: Vec<(f64, f64)> = corners.collect();
    let first = corners.first().copied();
    let text: Vec<String> = corners
        .into_iter()
        .chain(first)
        .map(|(x, y)| format!("{x:.6} {y:.6}"))
        .collect();
    format!("POLYGON(({}))", text.join(","))
}

/// Teeth from west to east, whose points and gaps every scene below crosses.
pub(crate) fn comb() -> String {
    let teeth = (0..CORNERS - 2).map(|number| {
        let x = 100.0 + 4.0 * f64::from(number) / f64::from(CORNERS);
        (x, if number / 2 % 2 == 0 { 30.1 } else { 31.9 })
    });
    wkt(teeth.chain([(104.0, 30.0), (100.0, 30.0)]))
}

/// A rough circle.
pub(crate) fn coast() -> String {
    wkt((0..CORNERS).map(|number| {
        let (sin, cos) = (std::f64::consts::TAU * f64::from(number) / f64::from(CORNERS)).sin_cos();
        let far = 1.5 + 0.001 * (f64::from(number) * 1.7).sin();
        (102.0 + far * cos, 31.0 + far * sin)
    }))
}

/// One slot for guests, and time enough for a build without optimisation.
async fn api(steps: u64) -> TestApi {
    let limits = GeometryLimits {
        slots: 1,
        per_requester: 1,
        wait: Duration::from_mins(10),
        time: Duration::from_mins(10),
        steps,
        ..GeometryLimits::for_guests()
    };
    let api = TestApi::with(Settings {
        captcha: false,
        geometry_of_guests: limits,
        ..Settings::default()
    })
    .await;
    api.node(1, None, "卫星").await;
    let scenes: Vec<_> = [100.0, 101.0, 102.0, 103.0]
        .into_iter()
        .flat_map(|west| [30.0, 31.0].map(|south| (west, south)))
        .map(|(west, south)| scene(&format!("s{west}_{south}"), &square(west, south)))
        .collect();
    api.scenes(&scenes).await;
    api
}

fn requests_for(outline: &str) -> [(&'static str, Value); 2] {
    [
        ("/api/scenes/cover", json!({"wkt": outline})),
        (
            "/api/scenes/search",
            json!({"wkt": outline, "coverage": true}),
        ),
    ]
}

#[tokio::test]
async fn combs_wait_without_a_connection_and_everybody_else_is_answered() {
    let api = api(u64::MAX).await;
    api.account("lisi_1", Role::Applicant).await;
    let neighbour: std::net::IpAddr = "198.51.100.7".parse().unwrap();
    let first = Client {
        ip: neighbour.to_string(),
        network: neighbour.into(),
        agent: String::new(),
    };
    let slot = api.context.geometry.admit(None, &first).await.unwrap();
    let comb = comb();
    let flood = (0..7).flat_map(|_| requests_for(&comb));
    let mut flood: Vec<_> = flood
        .map(|(path, body)| Box::pin(api.post(path, "", body)))
        .collect();
    for waiting in &mut flood {
        assert!(futures::poll!(waiting).is_pending());
    }
    let signed_in = api.login("lisi_1", "Scenedock1").await;
    assert_eq!(signed_in.status, StatusCode::OK);
    assert_eq!(api.get("/readyz", "").await.status, StatusCode::OK);
    // However far each of them may go, no connection stays taken.
    let pool = &api.context.pool;
    while usize::try_from(pool.size()).unwrap() != pool.num_idle() {
        for waiting in &mut flood {
            assert!(futures::poll!(waiting).is_pending());
        }
        tokio::task::yield_now().await;
    }
    let token = signed_in.json()["token"].as_str().unwrap().to_owned();
    let small = json!({"wkt": square(100.0, 30.0), "coverage": true});
    let own = api.post("/api/scenes/search", &token, small).await;
    assert_eq!(own.status, StatusCode::OK, "people have slots of their own");
    assert_eq!(api.context.geometry.slots_in_use(), (1, 0));
    drop(flood);
    drop(slot);
    assert_eq!(api.context.geometry.slots_in_use(), (0, 0));
}

#[tokio::test]
async fn a_comb_is_refused_when_its_steps_are_spent_and_a_coast_is_answered() {
    let api = api(GeometryLimits::for_guests().steps).await;
    for (path, body) in requests_for(&coast()) {
        let answer = api.post(path, "", body).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}: {}", answer.json());
    }
    let short = self::api(5_000).await;
    for (path, body) in requests_for(&comb()) {
        let answer = short.post(path, "", body).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{path}");
        assert_eq!(answer.code(), "too_elaborate");
        assert_eq!(answer.json()["detail"], "空间范围过于复杂，请简化后重试");
    }
    assert_eq!(short.context.geometry.slots_in_use(), (0, 0));
}

/// A frame around the comb whose southern side has many corners: every edge of the comb is compared with every corner,
/// and none meets it.
fn frame() -> String {
    let side = (0..400_u32).map(|number| {
        let x = 99.0 + 6.0 * f64::from(number) / 400.0;
        (x, 29.0 + f64::from(number % 2) / 1e3)
    });
    let others = [
        (105.0, 29.0),
        (105.0, 33.0),
        (99.0, 33.0),
        (99.0, 32.5),
        (104.5, 32.5),
        (104.5, 29.5),
        (99.0, 29.5),
    ];
    wkt(side.chain(others))
}

/// The look takes minutes, or until its client hangs up.
#[tokio::test(flavor = "multi_thread")]
async fn a_look_ends_when_its_client_hangs_up() {
    let api = api(u64::MAX).await;
    let frame = frame();
    let frames: Vec<_> = (0..200)
        .map(|number| scene(&format!("frame{number}"), &frame))
        .collect();
    api.scenes(&frames).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let server = Server::new(api.router.clone(), ServerLimits::default());
    let serving = tokio::spawn(server.serve(listener, std::future::pending()));
    for path in [
        "/api/scenes/search",
        "/api/scenes/footprints",
        "/api/scenes/cover",
    ] {
        let body = json!({"wkt": comb()}).to_string();
        let length = body.len();
        let request = format!(
            "POST {path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\
             content-length: {length}\r\n\r\n{body}"
        );
        let looks = || api.context.scenes.look_counts();
        let before = looks().abandoned;
        let mut client = TcpStream::connect(address).await.unwrap();
        client.write_all(request.as_bytes()).await.unwrap();
        let geometry = &api.context.geometry;
        until(|| geometry.slots_in_use() == (1, 0) && looks().under_way > 0).await;
        drop(client);
        until(|| geometry.slots_in_use() == (0, 0) && looks().under_way == 0).await;
        assert!(looks().abandoned > before, "{path}");
    }
    serving.abort();
}

/// Waits for a condition that another thread brings about.
async fn until(condition: impl Fn() -> bool) {
    while !condition() {
        tokio::task::yield_now().await;
    }
}

/// Holds every connection that searches may, as searches would that take seconds.
async fn fill_the_lane(api: &TestApi) -> Vec<impl Sized> {
    let connections = api.context.pool.options().get_max_connections();
    let mut handles = Vec::new();
    for _ in 0..connections / 3 * 2 {
        handles.push(api.context.searches.connection().await.unwrap());
    }
    handles
}

#[tokio::test]
async fn searches_of_whatever_kind_leave_connections_for_signing_in() {
    let api = filled().await;
    api.account("lisi_1", Role::Applicant).await;
    let requests = [
        json!({"text": "s1"}),
        json!({"wkt": square(100.0, 30.0)}),
        json!({"conditions": [{"key": "cloud", "max": 50}]}),
    ];
    let sorted = "/stac/search?sortby=-properties.datetime";
    for request in &requests {
        let answer = api.post("/api/scenes/search", "", request.clone()).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.json());
    }
    assert_eq!(api.get(sorted, "").await.status, StatusCode::OK);
    let handles = fill_the_lane(&api).await;
    let flood = requests.into_iter().cycle().take(12);
    let mut searches: Vec<_> = flood
        .map(|body| Box::pin(api.post("/api/scenes/search", "", body)))
        .collect();
    let mut items: Vec<_> = (0..20).map(|_| Box::pin(api.get(sorted, ""))).collect();
    for _ in 0..50 {
        for waiting in &mut searches {
            if let Poll::Ready(answer) = futures::poll!(waiting) {
                panic!("{} {}", answer.status, answer.json());
            }
        }
        for waiting in &mut items {
            if let Poll::Ready(answer) = futures::poll!(waiting) {
                panic!("{} {}", answer.status, answer.json());
            }
        }
        tokio::task::yield_now().await;
    }
    let signed_in = api.login("lisi_1", "Scenedock1").await;
    assert_eq!(signed_in.status, StatusCode::OK);
    assert_eq!(api.get("/readyz", "").await.status, StatusCode::OK);
    drop(handles);
    for waiting in searches {
        assert_ne!(waiting.await.status, StatusCode::SERVICE_UNAVAILABLE);
    }
    for waiting in items {
        assert_ne!(waiting.await.status, StatusCode::SERVICE_UNAVAILABLE);
    }
}

#[tokio::test]
async fn one_network_keeps_few_long_answers_waiting_for_a_slow_reader() {
    let api = api(u64::MAX).await;
    let guest = |address: &str| {
        let address: std::net::IpAddr = address.parse().unwrap();
        Client {
            ip: address.to_string(),
            network: address.into(),
            agent: String::new(),
        }
    };
    let geometry = &api.context.geometry;
    let first = guest("198.51.100.7");
    let slow: Vec<_> = (0..100)
        .map_while(|_| geometry.answer(None, &first).ok())
        .collect();
    assert_eq!(slow.len(), 6);
    assert!(geometry.answer(None, &guest("203.0.113.9")).is_ok());
    drop(slow);
    assert!(geometry.answer(None, &first).is_ok());
    let answer = api.post("/api/scenes/footprints", "", json!({})).await;
    assert_eq!(answer.json()["total"], 8);
    assert_eq!(geometry.answers_in_use(), 0, "it was read to its end");
}
