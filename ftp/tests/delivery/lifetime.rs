//! Sessions end with what they were let in for.

use storage::db::deliveries;

use crate::harness::noise;
use crate::harness::raw::take;
use crate::shop::{Handed, Shop};

const SIZE: usize = 64 << 20;
const DAY: i64 = 24 * 60 * 60;

/// `end` cuts a session in the middle of a transfer and one that is idle.
async fn is_cut_by(shop: &Shop, handed: &Handed, end: impl AsyncFnOnce()) {
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
    let shop = Shop::open().await;
    let handed = shop.hand_out("a", &[("big", &noise(SIZE, 6))]).await;
    is_cut_by(&shop, &handed, async || shop.clock.advance(DAY)).await;
    shop.close().await;
}

/// The order goes another way: cancelled, overdue, or packaged anew.
#[tokio::test(flavor = "multi_thread")]
async fn the_end_of_a_delivery_cuts_sessions_and_transfers() {
    let shop = Shop::open().await;
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
