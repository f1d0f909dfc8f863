//! What is written about every transfer.

use sqlx::Row;

use crate::harness::noise;
use crate::harness::raw::take;
use crate::shop::DeliveryWorld;

const SIZE: usize = 64 << 20;
const DOWNLOAD: i16 = 5;

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_transfer_is_a_row_and_a_behaviour() {
    let shop = DeliveryWorld::open().await;
    let handed = shop
        .hand_out("a", &[("scenes/景.tif", &noise(10_000, 3))])
        .await;
    let mut raw = shop.sign_in(&handed).await;
    raw.expect("TYPE I", 200).await;
    raw.expect("REST 4000", 350).await;
    assert_eq!(
        raw.fetch("RETR scenes/景.tif").await,
        noise(10_000, 3)[4000..]
    );
    shop.until("SELECT count(*) FROM behaviour WHERE kind = 5", 1)
        .await;
    let row = sqlx::query("SELECT * FROM transfer")
        .fetch_one(&shop.pool)
        .await
        .unwrap();
    assert_eq!(row.get::<uuid::Uuid, _>("delivery_id"), handed.id.0);
    for (column, expected) in [
        ("account", "a"),
        ("path", "scenes/景.tif"),
        ("protocol", "ftp"),
        ("outcome", "done"),
        ("client_ip", "127.0.0.1"),
    ] {
        assert_eq!(row.get::<String, _>(column), expected, "{column}");
    }
    assert_eq!(
        (row.get::<i64, _>("from_offset"), row.get::<i64, _>("bytes")),
        (4000, 6000)
    );
    let times = ["started_at", "ended_at"]
        .map(|column| row.get::<chrono::DateTime<chrono::Utc>, _>(column));
    assert!(times[0] <= times[1]);
    let row = sqlx::query("SELECT * FROM behaviour WHERE kind = 5")
        .fetch_one(&shop.pool)
        .await
        .unwrap();
    assert_eq!(row.get::<i16, _>("kind"), DOWNLOAD);
    assert_eq!(row.get::<uuid::Uuid, _>("user_id"), shop.owner.0);
    assert_eq!(row.get::<String, _>("ordername"), handed.number);
    assert_eq!(row.get::<String, _>("client_ip"), "127.0.0.1");
    assert_eq!(row.get::<String, _>("detail_url"), "ftp:///scenes/景.tif");
    assert_eq!(
        (
            row.get::<i64, _>("data_num"),
            row.get::<i64, _>("data_size")
        ),
        (1, 6000)
    );
    shop.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_broken_transfer_is_a_row_and_a_behaviour_as_well() {
    let shop = DeliveryWorld::open().await;
    let handed = shop.hand_out("a", &[("big", &noise(SIZE, 4))]).await;
    let mut raw = shop.sign_in(&handed).await;
    let mut data = raw.begin("RETR big").await;
    take(&mut data, 1000).await;
    drop(data);
    raw.expect_reply(426).await;
    let broken = "SELECT count(*) FROM transfer t JOIN behaviour b ON b.data_size = t.bytes \
         WHERE t.outcome = 'aborted' AND t.bytes BETWEEN 1000 AND 67108863 AND t.ended_at IS NOT NULL";
    shop.until(broken, 1).await;
    shop.close().await;
}

/// The object is gone: the client gets an error, the row says that it was our side.
#[tokio::test(flavor = "multi_thread")]
async fn a_transfer_that_fails_on_our_side_says_so() {
    let shop = DeliveryWorld::open().await;
    let handed = shop.hand_out("a", &[("f", b"bytes")]).await;
    sqlx::query("UPDATE delivery_file SET object_key = 'orders/gone'")
        .execute(&shop.pool)
        .await
        .unwrap();
    let mut raw = shop.sign_in(&handed).await;
    raw.epsv().await;
    let reply = raw.send_line("RETR f").await;
    assert!(reply.starts_with('4') || reply.starts_with('5'), "{reply}");
    let done = "SELECT count(*) FROM transfer WHERE outcome = 'done'";
    assert_eq!(shop.count(done).await, 0);
    shop.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_encrypted_transfer_is_recorded_as_such() {
    let shop = DeliveryWorld::open().await;
    let handed = shop.hand_out("a", &[("f", b"bytes")]).await;
    let mut raw = shop.connect().await.secure(&rustls::version::TLS13).await;
    raw.expect("USER a", 331).await;
    raw.expect(&format!("PASS {}", handed.password), 230).await;
    raw.expect("PBSZ 0", 200).await;
    raw.expect("PROT P", 200).await;
    assert_eq!(raw.fetch("RETR f").await, b"bytes");
    let encrypted = "SELECT count(*) FROM transfer WHERE protocol = 'ftps' AND outcome = 'done'";
    shop.until(encrypted, 1).await;
    shop.close().await;
}

/// Segments of one file, ten at once: a row each, and the bytes of all of them are the file's.
#[tokio::test(flavor = "multi_thread")]
async fn every_segment_of_a_download_is_a_row() {
    let shop = DeliveryWorld::open().await;
    let bytes = noise(1_000_000, 5);
    let handed = shop.hand_out("a", &[("f", &bytes)]).await;
    let segment = async |number: usize| {
        let mut raw = shop.sign_in(&handed).await;
        raw.expect("TYPE I", 200).await;
        raw.expect(&format!("REST {}", number * 100_000), 350).await;
        let rest = raw.fetch("RETR f").await;
        assert_eq!(rest, bytes[number * 100_000..]);
    };
    futures::future::join_all((0..10).map(segment)).await;
    shop.until("SELECT count(*) FROM transfer WHERE outcome = 'done'", 10)
        .await;
    shop.until("SELECT count(DISTINCT from_offset) FROM transfer", 10)
        .await;
    shop.until("SELECT count(*) FROM behaviour WHERE kind = 5", 10)
        .await;
    shop.close().await;
}
