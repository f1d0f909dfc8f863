//! Who gets in, and what they see.

use storage::db::deliveries;

use crate::harness::noise;
use crate::shop::Shop;

const DAY: i64 = 24 * 60 * 60;

#[tokio::test(flavor = "multi_thread")]
async fn an_account_sees_its_own_delivery_and_nothing_else() {
    let shop = Shop::open().await;
    let bytes = noise(300_000, 1);
    let mine = shop
        .hand_out(
            "wp1-a",
            &[("订单.zip", &bytes), ("scenes/景 1#.tif", b"scene")],
        )
        .await;
    let others = shop.hand_out("wp2-b", &[("other.zip", b"other")]).await;
    let mut raw = shop.sign_in(&mine).await;
    let listed = String::from_utf8(raw.fetch("MLSD").await).unwrap();
    assert!(
        listed.contains("订单.zip") && listed.contains("scenes"),
        "{listed}"
    );
    assert!(!listed.contains("other"), "{listed}");
    raw.expect("TYPE I", 200).await;
    assert_eq!(raw.fetch("RETR 订单.zip").await, bytes);
    assert_eq!(raw.fetch("RETR /scenes/景 1#.tif").await, b"scene");
    raw.epsv().await;
    raw.expect("RETR other.zip", 550).await;
    let mut raw = shop.sign_in(&others).await;
    assert_eq!(raw.fetch("RETR other.zip").await, b"other");
    shop.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_unknown_ended_and_expired_are_refused_with_one_answer() {
    let shop = Shop::open().await;
    let good = shop.hand_out("good", &[]).await;
    let ended = shop.hand_out("ended", &[]).await;
    deliveries::end_of_order(&mut *shop.db().await, ended.order)
        .await
        .unwrap();
    let mut refusals = Vec::new();
    for (account, password) in [
        ("good", "wrong"),
        ("good", ended.password.as_str()),
        // A beginning of the right one, and more than it.
        ("good", &good.password[..5]),
        ("unknown", good.password.as_str()),
        ("ended", ended.password.as_str()),
    ] {
        let refused = shop.try_sign_in(account, password).await;
        refusals.push(
            refused
                .err()
                .unwrap_or_else(|| panic!("{account} {password}")),
        );
    }
    drop(shop.sign_in(&good).await);
    shop.clock.advance(DAY);
    let expired = shop.try_sign_in(&good.account, &good.password).await;
    refusals.push(expired.err().expect("expired, and in"));
    refusals.sort();
    refusals.dedup();
    assert_eq!(refusals.len(), 1, "{refusals:?}");
    assert!(refusals[0].starts_with("530"), "{refusals:?}");
    shop.close().await;
}

/// A copy that is fetched on a disk has no account: no name and no password open it.
#[tokio::test(flavor = "multi_thread")]
async fn a_staged_copy_is_opened_by_nothing() {
    let shop = Shop::open().await;
    let handed = shop.hand_out("a", &[("1.zip", b"bytes")]).await;
    drop(shop.sign_in(&handed).await);
    let staged = "UPDATE delivery SET account = NULL, password_sealed = NULL, staged_path = '/srv/offline/x'";
    sqlx::query(staged).execute(&shop.pool).await.unwrap();
    let number = handed.number.as_str();
    for account in ["a", number, "/srv/offline/x", "NULL"] {
        for password in [handed.password.as_str(), ""] {
            let refused = shop.try_sign_in(account, password).await.err();
            assert!(
                refused.is_some_and(|reply| !reply.starts_with("230")),
                "{account:?} {password:?}"
            );
        }
    }
    shop.close().await;
}

/// Until it is checked, a delivery is open for the worker that checks it.
#[tokio::test(flavor = "multi_thread")]
async fn a_delivery_that_is_being_checked_is_open_and_its_check_is_nobodys_behaviour() {
    let shop = Shop::open().await;
    let handed = shop.unchecked("fresh", &[("1.zip", b"bytes")]).await;
    let mut raw = shop.sign_in(&handed).await;
    assert_eq!(raw.fetch("RETR 1.zip").await, b"bytes");
    shop.until("SELECT count(*) FROM transfer WHERE outcome = 'done'", 1)
        .await;
    assert_eq!(shop.count("SELECT count(*) FROM behaviour").await, 0);
    shop.close().await;
}

/// A database that is away is not a wrong password: the client is told to come back, and nothing is counted.
#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_is_away_is_no_refusal() {
    let shop = Shop::open().await;
    let handed = shop.hand_out("a", &[]).await;
    shop.pool.close().await;
    let told = shop.try_sign_in(&handed.account, &handed.password).await;
    let reply = told.err().expect("without a database");
    assert!(reply.starts_with("421"), "{reply}");
    shop.close().await;
}
