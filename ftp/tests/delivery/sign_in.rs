//! Who gets in, and what they see.

use chrono::TimeDelta;
use storage::db::deliveries;

use crate::harness::noise;
use crate::harness::raw::take;
use crate::shop::DeliveryWorld;

const DAY: i64 = 24 * 60 * 60;

#[tokio::test(flavor = "multi_thread")]
async fn an_account_sees_its_own_delivery_and_nothing_else() {
    let shop = DeliveryWorld::open().await;
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
    let shop = DeliveryWorld::open().await;
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
    let shop = DeliveryWorld::open().await;
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

/// The check is told by who fetches: its transfer ends when the applicant sees the delivery already, and is no download
/// of theirs; one of theirs counts whatever state the delivery is in.
#[tokio::test(flavor = "multi_thread")]
async fn a_check_is_nobodys_behaviour_whenever_it_ends() {
    let shop = DeliveryWorld::open().await;
    let bytes = noise(64 << 20, 7);
    let handed = shop.unchecked("fresh", &[("1.zip", &bytes)]).await;
    let check = shop.begin_check(&handed, TimeDelta::minutes(2)).await;
    let mut raw = shop.sign_in(&check).await;
    let mut data = raw.begin("RETR 1.zip").await;
    take(&mut data, 1000).await;
    let activated = deliveries::activate(&mut *shop.db().await, handed.id).await;
    assert!(activated.unwrap());
    drop(data);
    raw.expect_reply(426).await;
    let ended = "SELECT count(*) FROM transfer WHERE outcome = 'aborted' AND by_check";
    shop.until(ended, 1).await;
    assert_eq!(
        shop.count("SELECT count(*) FROM behaviour WHERE kind = 5")
            .await,
        0
    );
    assert!(
        shop.try_sign_in(&check.account, &check.password)
            .await
            .is_err(),
        "the check is over"
    );
    let early = shop.unchecked("early", &[("1.zip", b"bytes")]).await;
    let mut raw = shop.sign_in(&early).await;
    assert_eq!(raw.fetch("RETR 1.zip").await, b"bytes");
    shop.until("SELECT count(*) FROM behaviour WHERE kind = 5", 1)
        .await;
    shop.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_account_of_a_check_lets_in_for_minutes_and_until_the_next() {
    let shop = DeliveryWorld::open().await;
    let handed = shop.unchecked("a", &[("1.zip", b"bytes")]).await;
    let first = shop.begin_check(&handed, TimeDelta::minutes(2)).await;
    let second = shop.begin_check(&handed, TimeDelta::minutes(2)).await;
    assert!(
        shop.try_sign_in(&first.account, &first.password)
            .await
            .is_err()
    );
    assert!(
        shop.try_sign_in(&second.account, "guess").await.is_err(),
        "a wrong password"
    );
    drop(shop.sign_in(&second).await);
    let over = shop.begin_check(&handed, TimeDelta::zero()).await;
    assert!(
        shop.try_sign_in(&over.account, &over.password)
            .await
            .is_err()
    );
    drop(shop.sign_in(&handed).await);
    shop.close().await;
}

/// A database that is away is not a wrong password: the client is told to come back, and nothing is counted.
#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_is_away_is_no_refusal() {
    let shop = DeliveryWorld::open().await;
    let handed = shop.hand_out("a", &[]).await;
    shop.pool.close().await;
    let told = shop.try_sign_in(&handed.account, &handed.password).await;
    let reply = told.err().expect("without a database");
    assert!(reply.starts_with("421"), "{reply}");
    shop.close().await;
}
