//! Guessing passwords closes the door; signing in often does not.

use crate::shop::{DeliveryWorld, OpenDelivery};

const HALF_AN_HOUR: i64 = 30 * 60;

/// As segmented downloaders do it.
async fn ten_at_once(shop: &DeliveryWorld, to: &OpenDelivery) {
    let tried = (0..10).map(|_| shop.try_sign_in(&to.account, &to.password));
    let sessions = futures::future::join_all(tried).await;
    for session in sessions {
        session.unwrap_or_else(|reply| panic!("{reply}"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_right_sign_ins_at_once_are_no_guesses() {
    let shop = DeliveryWorld::open().await;
    let handed = shop.hand_out("a", &[("f", b"x")]).await;
    for _ in 0..3 {
        ten_at_once(&shop, &handed).await;
    }
    assert_eq!(shop.count("SELECT count(*) FROM sign_in_failure").await, 0);
    // Mistyped now and then, one short of the lock, and right again: nobody notices.
    shop.guess("a", 4).await;
    ten_at_once(&shop, &handed).await;
    shop.guess("a", 4).await;
    ten_at_once(&shop, &handed).await;
    shop.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn five_failures_close_the_door_to_one_account_for_half_an_hour() {
    let shop = DeliveryWorld::open().await;
    let guessed = shop.hand_out("guessed", &[]).await;
    let other = shop.hand_out("other", &[]).await;
    shop.guess("guessed", 5).await;
    let locked = shop.try_sign_in(&guessed.account, &guessed.password).await;
    assert!(locked.is_err(), "the right password is not looked at");
    ten_at_once(&shop, &other).await;
    shop.clock.advance(HALF_AN_HOUR - 60);
    assert!(
        shop.try_sign_in(&guessed.account, &guessed.password)
            .await
            .is_err()
    );
    shop.clock.advance(120);
    ten_at_once(&shop, &guessed).await;
    shop.close().await;
}

/// Whoever is in when the guessing begins stays in, and goes on downloading.
#[tokio::test(flavor = "multi_thread")]
async fn a_lock_does_not_end_the_sessions_there_are() {
    let shop = DeliveryWorld::open().await;
    let handed = shop.hand_out("a", &[("f", b"bytes")]).await;
    let mut raw = shop.sign_in(&handed).await;
    shop.guess("a", 5).await;
    assert!(
        shop.try_sign_in(&handed.account, &handed.password)
            .await
            .is_err()
    );
    assert_eq!(raw.fetch("RETR f").await, b"bytes");
    shop.close().await;
}

/// Accounts are not told apart by case, so that writing them differently buys no further guesses.
#[tokio::test(flavor = "multi_thread")]
async fn guesses_at_a_name_count_however_it_is_written() {
    let shop = DeliveryWorld::open().await;
    let handed = shop.hand_out("abc", &[]).await;
    for written in ["abc", "ABC", "Abc", "aBc", "abC"] {
        shop.guess(written, 1).await;
    }
    assert!(
        shop.try_sign_in(&handed.account, &handed.password)
            .await
            .is_err()
    );
    shop.close().await;
}
