//! Archives that refuse the sign-in: what is subscribed to waits, and neither scene nor target is held to blame.

use testkit::builders::subscription::TargetAccess;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

use super::{DELIVERED, subscribed};

/// What is sent as soon as it may be.
const AT_ONCE: [&str; 2] = [
    "UPDATE subscription_match SET retry_at = NULL WHERE retry_at > now()",
    "UPDATE archive_source SET rests_until = now() WHERE rests_until > now()",
];

/// A web server that knows nobody.
async fn refuse(listener: TcpListener) {
    const REPLY: &[u8] =
        b"HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    while let Ok((mut stream, _)) = listener.accept().await {
        let mut request = [0; 4096];
        if stream.read(&mut request).await.is_ok() {
            // Whoever has left already has asked.
            let _ = stream.write_all(REPLY).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn scenes_wait_while_their_archive_refuses_the_sign_in_and_arrive_when_it_is_mended() {
    let world = subscribed(&TargetAccess::shelf()).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let server = tokio::spawn(refuse(listener));
    sqlx::query("UPDATE scene SET archive_url = 'http://127.0.0.1:' || $1 || '/secret/' || dataid")
        .bind(port.to_string())
        .execute(world.pool())
        .await
        .unwrap();
    let crew = world.work("w1", 2, world.objects());
    // As many as there are slots, more often than anything that is given up for this; the one behind them waits for its turn.
    let refused = "SELECT least(count(*), 2) FROM subscription_match WHERE state = 'waiting' \
        AND failures > 7 AND error_class = 'sign_in_refused'";
    world.until_with(refused, 2, &AT_ONCE).await;
    let missed = "SELECT count(*) FROM subscription_match WHERE state = 'missed'";
    assert_eq!(world.count(missed).await, 0);
    let blamed = "SELECT count(*) FROM push_target WHERE failures > 0";
    assert_eq!(world.count(blamed).await, 0);
    let source = "SELECT count(*) FROM archive_source WHERE failures > 0 AND name LIKE 'http:%'";
    assert_eq!(world.count(source).await, 1);
    let named = "SELECT count(*) FROM subscription_match WHERE error_detail::text ~ 'secret|127[.]0[.]0[.]1'";
    assert_eq!(world.count(named).await, 0, "its owner reads no place");

    world
        .sql("UPDATE scene SET archive_url = a.archive_url FROM address a WHERE a.did = scene.did")
        .await;
    world.until_with(DELIVERED, 3, &AT_ONCE).await;
    crew.stop().await;
    server.abort();
}
