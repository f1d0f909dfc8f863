//! Downloading over HTTP.

use std::time::Duration;

use axum::http::{Method, Request};
use chrono::TimeDelta;
use futures::StreamExt as _;
use object_store::ObjectStoreExt as _;
use sqlx::Row as _;

use crate::workers::ZIP;
use crate::world::{Answer, Person, World, request};

fn file(
    order: &str,
    headers: &[(&'static str, &str)],
    method: Method,
    who: &Person,
) -> Request<axum::body::Body> {
    let path = format!("/api/orders/{order}/files/package/%E8%AE%A2%E5%8D%95.zip");
    let mut request = request(method, &path, &who.token);
    for (name, value) in headers {
        request.headers_mut().append(*name, value.parse().unwrap());
    }
    request
}

async fn fetch(w: &World, order: &str, headers: &[(&'static str, &str)]) -> Answer {
    w.send(file(order, headers, Method::GET, &w.owner)).await
}

/// Headers; status, bytes and `Content-Range` of the answer.
type Case<'a> = (&'a [(&'static str, &'a str)], u16, &'a [u8], &'a str);

/// Rows of ended downloads: offset, bytes, outcome. Waits until there are `count`.
pub async fn downloads(w: &World, count: usize) -> Vec<(i64, i64, String)> {
    let ended = async {
        loop {
            let rows = sqlx::query("SELECT from_offset, bytes, outcome FROM transfer WHERE outcome IS NOT NULL ORDER BY id")
                .fetch_all(&w.context.pool)
                .await
                .unwrap();
            if rows.len() >= count {
                return rows
                    .iter()
                    .map(|row| (row.get(0), row.get(1), row.get(2)))
                    .collect();
            }
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), ended)
        .await
        .unwrap()
}

#[tokio::test]
async fn files_come_whole_or_in_part() {
    let w = World::new().await;
    let order = w.prepared().await;
    let size = ZIP.len();
    let whole = fetch(&w, &order, &[]).await;
    assert_eq!((whole.status.as_u16(), whole.bytes.as_slice()), (200, ZIP));
    assert_eq!(whole.header("content-length"), size.to_string());
    assert_eq!(whole.header("accept-ranges"), "bytes");
    assert_eq!(whole.header("content-type"), "application/zip");
    assert_eq!(
        whole.header("content-disposition"),
        "attachment; filename=\"__.zip\"; filename*=UTF-8''%E8%AE%A2%E5%8D%95.zip"
    );
    let tag = whole.header("etag").to_owned();
    let last = format!("bytes {}-{}/{size}", size - 6, size - 1);
    let table: [Case<'_>; 8] = [
        (
            &[("range", "bytes=0-1")],
            206,
            b"PK",
            &format!("bytes 0-1/{size}"),
        ),
        (&[("range", "bytes=-6")], 206, b"scenes", &last),
        (
            &[("range", "bytes=0-1"), ("if-range", &tag)],
            206,
            b"PK",
            &format!("bytes 0-1/{size}"),
        ),
        (
            &[("range", "bytes=0-1"), ("if-range", "\"other\"")],
            200,
            ZIP,
            "",
        ),
        (&[("range", "bytes=0-1,3-4")], 200, ZIP, ""),
        (&[("range", "lines=1-2")], 200, ZIP, ""),
        (&[("if-none-match", &tag)], 304, b"", ""),
        (&[("if-none-match", "\"other\"")], 200, ZIP, ""),
    ];
    for (headers, status, bytes, span) in table {
        let part = fetch(&w, &order, headers).await;
        assert_eq!(
            (part.status.as_u16(), part.bytes.as_slice()),
            (status, bytes),
            "{headers:?}"
        );
        assert_eq!(part.header("content-range"), span, "{headers:?}");
        assert_eq!(part.header("etag"), tag, "{headers:?}");
    }
    let behind = fetch(&w, &order, &[("range", "bytes=1000-")]).await;
    assert_eq!(
        (behind.status.as_u16(), behind.header("content-range")),
        (416, &*format!("bytes */{size}"))
    );
    assert_eq!(behind.refusal().1, "range_not_satisfiable");
}

#[tokio::test]
async fn head_tells_about_a_file_without_a_download() {
    let w = World::new().await;
    let order = w.prepared().await;
    let head = w
        .send(file(
            &order,
            &[("range", "bytes=0-1")],
            Method::HEAD,
            &w.owner,
        ))
        .await;
    assert_eq!((head.status.as_u16(), head.bytes.len()), (200, 0));
    assert_eq!(head.header("content-length"), ZIP.len().to_string());
    let begun: i64 = sqlx::query_scalar("SELECT count(*) FROM transfer")
        .fetch_one(&w.context.pool)
        .await
        .unwrap();
    assert_eq!(begun, 0);
}

#[tokio::test]
async fn every_download_is_written_down_broken_ones_too() {
    let w = World::new().await;
    let order = w.prepared().await;
    let size = i64::try_from(ZIP.len()).unwrap();
    fetch(&w, &order, &[]).await;
    fetch(&w, &order, &[("range", "bytes=3-4")]).await;
    let rows = downloads(&w, 2).await;
    assert_eq!(rows, [(0, size, "done".into()), (3, 2, "done".into())]);
    let unread = w.open(file(&order, &[], Method::GET, &w.owner)).await;
    drop(unread);
    assert_eq!(downloads(&w, 3).await[2], (0, 0, "aborted".into()));
    let recorded: i64 = sqlx::query_scalar("SELECT count(*) FROM behaviour WHERE kind = 5 AND user_id = $1 AND ordername IS NOT NULL AND client_ip = '192.0.2.1'")
        .bind(w.owner.id.0)
        .fetch_one(&w.context.pool)
        .await
        .unwrap();
    assert_eq!(recorded, 3);
}

#[tokio::test]
async fn a_file_fetched_in_parts_counts_as_one_download() {
    let w = World::new().await;
    let order = w.prepared().await;
    let last = format!("bytes=5-{}", ZIP.len() - 1);
    for range in ["bytes=0-1", "bytes=2-4", &last] {
        fetch(&w, &order, &[("range", range)]).await;
    }
    downloads(&w, 3).await;
    drop(w.open(file(&order, &[], Method::GET, &w.owner)).await);
    downloads(&w, 4).await;
    let (records, files, bytes): (i64, i64, i64) = sqlx::query_as(
        "SELECT count(*), sum(data_num)::bigint, sum(data_size)::bigint FROM behaviour WHERE kind = 5",
    )
    .fetch_one(&w.context.pool)
    .await
    .unwrap();
    assert_eq!((records, files), (4, 1));
    assert_eq!(bytes, i64::try_from(ZIP.len()).unwrap());
}

/// Puts `size` bytes behind the files of the only delivery.
pub async fn grow(w: &World, size: usize) {
    let key: String = sqlx::query_scalar("SELECT object_key FROM delivery_file LIMIT 1")
        .fetch_one(&w.context.pool)
        .await
        .unwrap();
    let bytes = vec![7_u8; size];
    let path = key.as_str().into();
    let put = w.objects.store.put(&path, bytes.into());
    put.await.unwrap();
    sqlx::query("UPDATE delivery_file SET size = $1")
        .bind(i64::try_from(size).unwrap())
        .execute(&w.context.pool)
        .await
        .unwrap();
}

#[tokio::test]
async fn a_large_file_is_not_held_in_memory() {
    const PIECES: usize = 64;
    let w = World::new().await;
    let order = w.prepared().await;
    let size = PIECES * 256 * 1024;
    grow(&w, size).await;
    let mut body = w
        .open(file(&order, &[], Method::GET, &w.owner))
        .await
        .into_body()
        .into_data_stream();
    let (mut pieces, mut bytes) = (0, 0);
    while let Some(piece) = body.next().await {
        let piece = piece.unwrap();
        assert!(piece.len() <= 256 * 1024);
        pieces += 1;
        bytes += piece.len();
    }
    assert_eq!(bytes, size);
    assert!(pieces >= PIECES);
}

#[tokio::test]
async fn only_open_deliveries_hand_out() {
    let w = World::new().await;
    let order = w.prepared().await;
    let listed = w
        .get(&format!("/api/orders/{order}/delivery"), &w.owner)
        .await;
    assert_eq!(listed.header("cache-control"), "no-store");
    let listed = listed.ok();
    assert_eq!(listed["ftp"], "ftp://ftp.example.org:2121/");
    assert_eq!(listed["https"], format!("/api/orders/{order}/files/"));
    assert_eq!(listed["tls"], false);
    let names: Vec<_> = listed["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|file| file["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["package/订单.zip", "scenes/s1 中文.tif"]);
    let nested = format!("/api/orders/{order}/files/scenes/s1%20%E4%B8%AD%E6%96%87.tif");
    assert_eq!(w.get(&nested, &w.admin).await.bytes, ZIP);
    for missing in ["nothing.zip", "../x", "scenes/", "%00"] {
        let status = w
            .get(&format!("/api/orders/{order}/files/{missing}"), &w.owner)
            .await
            .status
            .as_u16();
        assert!(matches!(status, 400 | 404), "{missing}: {status}");
    }
    w.pass(TimeDelta::days(7)).await;
    for who in [&w.owner, &w.admin] {
        let late = w.send(file(&order, &[], Method::GET, who)).await;
        assert_eq!(late.refusal().1, "no_delivery");
        let seen = w.get(&format!("/api/orders/{order}"), who).await.ok();
        assert!(seen["downlodPathFile"].is_null() && seen["expiresAt"].is_null());
    }
}

#[tokio::test]
async fn nothing_is_handed_out_before_the_delivery_is_verified() {
    let w = World::new().await;
    let order = w.approved().await;
    for _ in 0..2 {
        for task in w.claim().await {
            w.work(task).await;
        }
    }
    let seen = w.get(&format!("/api/orders/{order}"), &w.owner).await.ok();
    assert_eq!(seen["sstatus"], 3);
    assert!(seen["downlodPathFile"].is_null());
    assert_eq!(
        w.get(&format!("/api/orders/{order}/delivery"), &w.admin)
            .await
            .status,
        404
    );
    assert_eq!(fetch(&w, &order, &[]).await.status, 404);
}

#[tokio::test]
async fn a_file_whose_bytes_are_gone_is_not_there() {
    let w = World::new().await;
    let order = w.prepared().await;
    let key: String = sqlx::query_scalar("SELECT object_key FROM delivery_file LIMIT 1")
        .fetch_one(&w.context.pool)
        .await
        .unwrap();
    w.objects.store.delete(&key.as_str().into()).await.unwrap();
    assert_eq!(
        fetch(&w, &order, &[]).await.refusal(),
        (404, "no_file".into(), "暂无文件！".into())
    );
}
