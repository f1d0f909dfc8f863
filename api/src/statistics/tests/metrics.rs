//! Metrics say what the statistics say.

use serde_json::Value;

use super::with_orders;

/// The value of a line of metrics.
fn gauge(text: &str, name: &str) -> Value {
    let mut lines = text.lines();
    let line = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    let value = line.unwrap_or_else(|| panic!("{name} is not in {text}"));
    serde_json::from_str(value).unwrap()
}

#[tokio::test]
async fn metrics_and_statistics_tell_the_same_figures() {
    let (api, staff) = with_orders().await;
    let ever = "from=2000-01-01&to=2099-12-31";
    let text = String::from_utf8(api.get("/metrics", "").await.bytes).unwrap();
    let answer = async |path: &str| {
        let found = api.get(&format!("/api/stats/{path}{ever}"), &staff).await;
        found.json()
    };
    let orders = answer("orders?").await;
    for (method, count, scenes) in [
        ("online", "onlineOrderNum", "onlineOrderSceneNum"),
        ("offline", "offlineOrderNum", "offlineOrderSceneNum"),
    ] {
        let label = format!("{{method=\"{method}\"}}");
        let line = |name: &str| gauge(&text, &format!("scenedock_{name}{label}"));
        assert_eq!(line("orders"), orders[count]);
        assert_eq!(line("ordered_scenes"), orders[scenes]);
        assert_ne!(orders[count], 0);
    }
    let units = answer("units?").await;
    let units = units["items"].as_array().unwrap().iter();
    let bytes: i64 = units
        .map(|unit| unit["onlineOrderSize"].as_i64().unwrap())
        .sum();
    assert_eq!(
        gauge(&text, "scenedock_ordered_bytes{method=\"online\"}"),
        bytes
    );
    let received = answer("received?by=satellite&").await;
    assert_eq!(
        gauge(&text, "scenedock_received_scenes"),
        received["total"]["scenes"]
    );
    assert_eq!(
        gauge(&text, "scenedock_received_bytes"),
        received["total"]["bytes"]
    );
    assert_ne!(received["total"]["scenes"], 0);
    let downloads = answer("downloads?by=day&").await;
    assert_eq!(
        gauge(&text, "scenedock_downloads"),
        downloads["total"]["transfers"]
    );
    let prepared = answer("preparation?").await;
    assert_eq!(
        gauge(&text, "scenedock_prepared_orders"),
        prepared["total"]["prepared"]
    );
}
