//! The video of the guide.

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use domain::role::Role;
use futures::TryStreamExt as _;
use object_store::ObjectStore as _;
use object_store::path::Path;
use serde_json::json;

use super::{logged, send_file, with_largest_video};
use crate::testing::{Answer, TestApi};

const VIDEO: &str = "/api/content/video";
const FILE: &str = "/api/guide/video/file";

fn mp4(filling: u8) -> Vec<u8> {
    let piece = |name: &[u8; 4], content: &[u8]| {
        let length = u32::try_from(content.len() + 8).unwrap();
        [&length.to_be_bytes()[..], name, content].concat()
    };
    [
        piece(b"ftyp", b"isom\0\0\x02\0isommp41"),
        piece(b"moov", &[7; 40]),
        piece(b"mdat", &[filling; 100]),
    ]
    .concat()
}

async fn put(api: &TestApi, token: &str, bytes: &[u8]) -> Answer {
    send_file(api, (Method::PUT, VIDEO), token, bytes).await
}

async fn part(api: &TestApi, pairs: &[(&str, &str)]) -> Answer {
    let mut request = Request::get(FILE);
    for (name, value) in pairs {
        request = request.header(*name, *value);
    }
    api.send(request.body(Body::empty()).unwrap()).await
}

async fn stored(api: &TestApi) -> usize {
    let listed = api.context.objects.list(Some(&Path::from("content")));
    listed.try_collect::<Vec<_>>().await.unwrap().len()
}

#[tokio::test]
async fn an_operator_replaces_it_and_everybody_gets_the_parts_of_one() {
    let api = with_largest_video(1024).await;
    let operator = api.signed_in("operator_1", Role::Operator).await;
    assert_eq!(
        api.get("/api/guide/video", "").await.ok(),
        json!({"video": null})
    );
    assert_eq!(part(&api, &[]).await.code(), "no_file");
    let first = put(&api, &operator, &mp4(1)).await.ok();
    assert_eq!(first["video"]["fileName"], "演示.mp4");
    assert_eq!(first["maxBytes"], 1024);
    let shown = api.get("/api/guide/video", "").await.ok();
    let url = shown["video"]["url"].as_str().unwrap();
    let whole = api.get(url, "").await;
    assert_eq!(
        (whole.status, whole.header("content-type")),
        (StatusCode::OK, "video/mp4")
    );
    assert_eq!(whole.header("accept-ranges"), "bytes");
    assert_eq!(whole.bytes, mp4(1));
    let tag = part(&api, &[]).await.header("etag").to_owned();
    let some = part(&api, &[("range", "bytes=4-7"), ("if-range", tag.as_str())]).await;
    assert_eq!(some.status, StatusCode::PARTIAL_CONTENT);
    assert_eq!(
        some.header("content-range"),
        format!("bytes 4-7/{}", mp4(1).len())
    );
    assert_eq!(some.bytes, b"ftyp");
    let beyond = part(&api, &[("range", "bytes=9999-")]).await;
    assert_eq!(beyond.status, StatusCode::RANGE_NOT_SATISFIABLE);
    assert_eq!(
        part(&api, &[("if-none-match", tag.as_str())]).await.status,
        StatusCode::NOT_MODIFIED
    );

    put(&api, &operator, &mp4(2)).await.ok();
    let other = part(&api, &[("range", "bytes=4-7"), ("if-range", tag.as_str())]).await;
    assert_eq!(
        (other.status, other.bytes),
        (StatusCode::OK, mp4(2)),
        "parts of another are worth nothing"
    );
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let log = logged(&api, &admin, "guide_video").await;
    assert_eq!(log[0].1[0]["field"], "sha256", "the name is the same");
    assert_eq!(
        api.call(Method::DELETE, VIDEO, &operator, None)
            .await
            .status,
        StatusCode::NO_CONTENT
    );
    assert_eq!(
        api.get("/api/guide/video", "").await.ok(),
        json!({"video": null})
    );
}

#[tokio::test]
async fn what_is_refused_leaves_nothing_and_changes_nothing() {
    let api = with_largest_video(400).await;
    let operator = api.signed_in("operator_1", Role::Operator).await;
    put(&api, &operator, &mp4(1)).await.ok();
    let large = [mp4(1), vec![0; 400]].concat();
    let table = [
        (b"<html>".to_vec(), 415, "wrong_file_type"),
        (mp4(1)[..100].to_vec(), 422, "damaged_file"),
        (
            [mp4(1), b"PK\x03\x04".to_vec()].concat(),
            422,
            "damaged_file",
        ),
        (large, 413, "too_large"),
    ];
    for (bytes, status, code) in table {
        let refused = put(&api, &operator, &bytes).await;
        assert_eq!(
            (refused.status.as_u16(), refused.code().as_str()),
            (status, code)
        );
    }
    assert_eq!(stored(&api).await, 1);
    assert_eq!(part(&api, &[]).await.bytes, mp4(1));
}

#[tokio::test]
async fn captions_belong_to_the_video_that_they_were_written_for() {
    let api = with_largest_video(1024).await;
    let operator = api.signed_in("operator_1", Role::Operator).await;
    let path = "/api/content/video/captions/zh";
    let captions = "WEBVTT\n\n00:01.000 --> 00:04.000\n检索\n".as_bytes();
    let early = send_file(&api, (Method::PUT, path), &operator, captions).await;
    assert_eq!(early.status, StatusCode::NOT_FOUND);
    put(&api, &operator, &mp4(1)).await.ok();
    let wrong = send_file(&api, (Method::PUT, path), &operator, b"1\n00:00:01,000").await;
    assert_eq!(wrong.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    let state = send_file(&api, (Method::PUT, path), &operator, captions)
        .await
        .ok();
    assert_eq!(state["video"]["captions"], json!(["zh"]));
    let shown = api.get("/api/guide/video", "").await.ok();
    let url = shown["video"]["captions"][0]["url"]
        .as_str()
        .unwrap()
        .to_owned();
    let text = api.get(&url, "").await;
    assert_eq!(
        (text.header("content-type"), &*text.bytes),
        ("text/vtt; charset=utf-8", captions)
    );
    let none = api.get("/api/guide/video/captions/en", "").await;
    assert_eq!(none.status, StatusCode::NOT_FOUND);
    put(&api, &operator, &mp4(2)).await.ok();
    assert_eq!(api.get(&url, "").await.status, StatusCode::NOT_FOUND);
    send_file(&api, (Method::PUT, path), &operator, captions)
        .await
        .ok();
    let without = api.call(Method::DELETE, path, &operator, None).await.ok();
    assert_eq!(without["video"]["captions"], json!([]));
}
