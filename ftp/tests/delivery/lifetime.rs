//! Sessions end with what they were let in for.

use storage::db::provider_links::ProviderPerson;
use storage::db::{deliveries, ftp_sessions};
use storage::lifecycle::administration::{self, AccountChange, ByMail};
use storage::lifecycle::{By, accounts};

use crate::harness::noise;
use crate::harness::raw::take;
use crate::shop::{DeliveryWorld, OpenDelivery};

const SIZE: usize = 64 << 20;
const DAY: i64 = 24 * 60 * 60;

/// `end` cuts a session in the middle of a transfer and one that is idle.
async fn is_cut_by(shop: &DeliveryWorld, handed: &OpenDelivery, end: impl AsyncFnOnce()) {
    let (mut busy, mut idle) = (shop.sign_in(handed).await, shop.sign_in(handed).await);
    let mut data = busy.begin("RETR big").await;
    take(&mut data, 1000).await;
    end().await;
    busy.expect_reply(426).await;
    busy.expect_reply(421).await;
    idle.expect_reply(421).await;
    assert!(busy.closed().await && idle.closed().await);
    let aborted = "SELECT count(*) FROM transfer WHERE outcome = 'aborted' AND bytes < 67108864";
    shop.until(aborted, 1).await;
    assert!(
        shop.try_sign_in(&handed.account, &handed.password)
            .await
            .is_err()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn expiry_cuts_sessions_and_transfers() {
    let shop = DeliveryWorld::open().await;
    let handed = shop.hand_out("a", &[("big", &noise(SIZE, 6))]).await;
    is_cut_by(&shop, &handed, async || shop.clock.advance(DAY)).await;
    shop.close().await;
}

/// The order goes another way: cancelled, overdue, or packaged anew.
#[tokio::test(flavor = "multi_thread")]
async fn the_end_of_a_delivery_cuts_sessions_and_transfers() {
    let shop = DeliveryWorld::open().await;
    let handed = shop.hand_out("a", &[("big", &noise(SIZE, 7))]).await;
    let bystander = shop.hand_out("b", &[("f", b"bytes")]).await;
    let mut other = shop.sign_in(&bystander).await;
    is_cut_by(&shop, &handed, async || {
        let mut db = shop.db().await;
        deliveries::end_of_order(&mut db, handed.order)
            .await
            .unwrap();
    })
    .await;
    assert_eq!(other.fetch("RETR f").await, b"bytes");
    shop.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_that_is_switched_off_is_cut_and_let_in_again_when_it_is_on() {
    let shop = DeliveryWorld::open().await;
    let handed = shop.hand_out("a", &[("big", &noise(SIZE, 8))]).await;
    let unchecked = shop.unchecked("b", &[("f", b"bytes")]).await;
    let now = shop.clock.now();
    is_cut_by(&shop, &handed, async || {
        accounts::disable(&shop.pool, shop.owner, now)
            .await
            .unwrap();
    })
    .await;
    let refused = shop.try_sign_in(&unchecked.account, &unchecked.password);
    assert!(refused.await.is_err());
    accounts::enable(&shop.pool, shop.owner).await.unwrap();
    let mut again = shop.sign_in(&handed).await;
    assert_eq!(again.fetch("RETR big").await.len(), SIZE);
    shop.close().await;
}

/// The password of a delivery's account is another, and opens it.
async fn has_a_new_password(shop: &DeliveryWorld, handed: &OpenDelivery) {
    let account =
        deliveries::find_account(&mut *shop.db().await, &handed.account, shop.clock.now())
            .await
            .unwrap()
            .unwrap();
    let password = account.credential.password(shop.key()).unwrap();
    assert_ne!(password, handed.password);
    let mut again = shop.try_sign_in(&handed.account, &password).await.unwrap();
    assert_eq!(again.fetch("RETR big").await.len(), SIZE);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_password_of_the_person_cuts_sessions_and_changes_that_of_the_account() {
    let shop = DeliveryWorld::open().await;
    let handed = shop.hand_out("a", &[("big", &noise(SIZE, 9))]).await;
    is_cut_by(&shop, &handed, async || {
        let renewed = accounts::set_password(
            &shop.pool,
            shop.key(),
            shop.owner,
            "hash",
            storage::clock::now(),
        )
        .await;
        assert_eq!(renewed.unwrap(), 1);
    })
    .await;
    has_a_new_password(&shop, &handed).await;
    shop.close().await;
}

/// Answers how many FTP accounts got a new password.
async fn change_owner(shop: &DeliveryWorld, change: AccountChange<'_>) -> usize {
    let (pool, key, now) = (&shop.pool, shop.key(), storage::clock::now());
    administration::change(pool, key, shop.owner, &[change], By::System, now)
        .await
        .unwrap()
}

/// Whoever signed in over the link could read the password, and may be in.
#[tokio::test(flavor = "multi_thread")]
async fn the_end_of_a_link_to_a_provider_cuts_sessions_and_changes_the_accounts_password() {
    let shop = DeliveryWorld::open().await;
    let handed = shop.hand_out("a", &[("big", &noise(SIZE, 12))]).await;
    let person = ProviderPerson {
        issuer: "https://id.example.org".into(),
        subject: "person-1".into(),
    };
    let link = AccountChange::LinkProvider(&person, ByMail::NotSent);
    change_owner(&shop, link).await;
    is_cut_by(&shop, &handed, async || {
        let end = AccountChange::RemoveProviderLink(&person, ByMail::NotSent);
        assert_eq!(change_owner(&shop, end).await, 1);
    })
    .await;
    has_a_new_password(&shop, &handed).await;
    shop.close().await;
}

/// Operators see who is signed in and what is fetched, and end one session of several; whoever was ended may come back.
#[tokio::test(flavor = "multi_thread")]
async fn one_session_is_ended_and_may_sign_in_again() {
    let shop = DeliveryWorld::open().await;
    let handed = shop.hand_out("a", &[("big", &noise(SIZE, 11))]).await;
    let (mut busy, mut idle) = (shop.sign_in(&handed).await, shop.sign_in(&handed).await);
    let mut data = busy.begin("RETR big").await;
    take(&mut data, 1000).await;
    let at_work = "SELECT count(*) FROM ftp_session WHERE path = 'big' AND bytes > 0";
    shop.until(at_work, 1).await;
    shop.until("SELECT count(*) FROM ftp_session", 2).await;
    let served = ftp_sessions::served(&mut *shop.db().await).await.unwrap();
    let fetching: Vec<_> = served.iter().filter(|one| one.path.is_some()).collect();
    assert_eq!(fetching.len(), 1, "{served:?}");
    assert_eq!(fetching[0].account, handed.account);
    let order = fetching[0].order.as_ref();
    assert_eq!(order.map(|(_, number)| number), Some(&handed.number));

    let ended = ftp_sessions::end(&mut *shop.db().await, fetching[0].id).await;
    assert_eq!(ended.unwrap().unwrap().subject.1, handed.number);
    let again = ftp_sessions::end(&mut *shop.db().await, fetching[0].id).await;
    assert_eq!(again.unwrap(), None, "it is ended once");
    busy.expect_reply(426).await;
    busy.expect_reply(421).await;
    assert!(busy.closed().await);
    shop.until("SELECT count(*) FROM ftp_session", 1).await;
    idle.expect("NOOP", 200).await;
    let mut back = shop.sign_in(&handed).await;
    assert_eq!(back.fetch("RETR big").await.len(), SIZE);
    shop.close().await;
}
