//! What only a real connection shows.

use std::net::SocketAddr;

use reqwest::Client;
use reqwest::multipart::{Form, Part};
use tokio::net::TcpListener;

use crate::deliveries::{downloads, grow};
use crate::world::World;

const MIB: usize = 1024 * 1024;

/// Serves the application; its address.
async fn serve(w: &World) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let service = w
        .router
        .clone()
        .into_make_service_with_connect_info::<SocketAddr>();
    tokio::spawn(async move { axum::serve(listener, service).await });
    format!("http://{address}")
}

#[tokio::test]
async fn who_sends_too_much_is_told() {
    let w = World::new().await;
    let url = format!("{}/api/attachments", serve(&w).await);
    for size in [21 * MIB, 50 * MIB] {
        let file = Part::bytes(vec![b'x'; size]).file_name("large.pdf");
        let answer = Client::new()
            .post(&url)
            .bearer_auth(&w.owner.token)
            .multipart(Form::new().text("type", "6").part("file", file))
            .send()
            .await
            .unwrap();
        assert_eq!(answer.status(), 413);
        let problem: serde_json::Value = answer.json().await.unwrap();
        assert_eq!(problem["detail"], "上传的文件不能超过20MB！");
    }
}

#[tokio::test]
async fn a_download_that_is_broken_off_is_written_down_and_goes_on() {
    let w = World::new().await;
    let order = w.prepared().await;
    let size = 64 * MIB;
    grow(&w, size).await;
    let url = format!(
        "{}/api/orders/{order}/files/package/订单.zip",
        serve(&w).await
    );
    let get = |range: &str| {
        let request = Client::new().get(&url).bearer_auth(&w.owner.token);
        request.header("range", range).send()
    };
    let mut broken = get("bytes=0-").await.unwrap();
    let first = broken.chunk().await.unwrap().unwrap();
    drop(broken);
    let (_, sent, outcome) = downloads(&w, 1).await.remove(0);
    assert_eq!(outcome, "aborted");
    assert!(usize::try_from(sent).unwrap() >= first.len() && usize::try_from(sent).unwrap() < size);

    let rest = get(&format!("bytes={}-", first.len())).await.unwrap();
    assert_eq!(rest.status(), 206);
    assert_eq!(rest.bytes().await.unwrap().len(), size - first.len());
}
