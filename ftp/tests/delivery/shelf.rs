//! Somebody's shelf over the gateway: what lies there now, for as long as its password and its person's account hold.

use chrono::TimeDelta;
use domain::ids::PushTargetId;
use storage::db::{downloads, ftp_sessions, push_targets, shelves};
use storage::lifecycle::accounts;
use testkit::builders::subscription::{TargetAccess, rewrite_target};

use crate::harness::noise;
use crate::harness::raw::take;
use crate::shop::DeliveryWorld;

const SIZE: usize = 64 << 20;

#[tokio::test(flavor = "multi_thread")]
async fn a_session_shows_what_lies_there_now() {
    let shop = DeliveryWorld::open().await;
    shop.open_shelf().await;
    let bytes = noise(300_000, 1);
    let mut raw = shop.sign_in_at_shelf().await;
    assert!(raw.fetch("MLSD").await.is_empty());
    // It comes while somebody is signed in.
    shop.put_on_shelf("S000001/景_1.tif", &bytes).await;
    let listed = String::from_utf8(raw.fetch("MLSD S000001").await).unwrap();
    assert!(listed.contains("景_1.tif"), "{listed}");
    raw.expect("TYPE I", 200).await;
    assert_eq!(raw.fetch("RETR S000001/景_1.tif").await, bytes);
    raw.expect("REST 100000", 350).await;
    assert_eq!(raw.fetch("RETR S000001/景_1.tif").await, bytes[100_000..]);
    let whole = "SELECT count(*) FROM transfer WHERE shelf_user_id IS NOT NULL AND size = 300000 AND outcome = 'done' \
                 AND from_offset + bytes = size";
    shop.until(whole, 2).await;
    // Somebody came for it: a behaviour of no order, and no download of any.
    let fetched = "SELECT count(*) FROM behaviour WHERE kind = 5 AND ordername IS NULL AND data_num = 1 \
                   AND user_id IS NOT NULL";
    shop.until(fetched, 2).await;
    assert_eq!(shop.count("SELECT count(*) FROM download_change").await, 0);
    let since = (shop.clock.now() - TimeDelta::days(2)).date_naive();
    let differences = downloads::differences(&mut *shop.db().await, since).await;
    assert_eq!(differences.unwrap(), []);
    // It goes while somebody is signed in.
    shop.run("DELETE FROM shelf_file").await;
    shop.run("UPDATE shelf SET version = version + 1").await;
    raw.epsv().await;
    raw.expect("RETR S000001/景_1.tif", 550).await;
    shop.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_delivery_and_a_shelf_show_each_its_own() {
    let shop = DeliveryWorld::open().await;
    let handed = shop.hand_out("wp1-a", &[("order.zip", b"order")]).await;
    shop.open_shelf().await;
    shop.put_on_shelf("a.tif", b"scene").await;
    shop.put_on_shelf("over.tif", b"over").await;
    shop.run("UPDATE shelf_file SET expires_at = stored_at WHERE path = 'over.tif'")
        .await;
    let mut raw = shop.sign_in_at_shelf().await;
    let listed = String::from_utf8(raw.fetch("NLST").await).unwrap();
    assert_eq!(listed.trim(), "a.tif");
    let mut raw = shop.sign_in(&handed).await;
    let listed = String::from_utf8(raw.fetch("NLST").await).unwrap();
    assert_eq!(listed.trim(), "order.zip");
    shop.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sessions_end_with_the_password_and_with_the_account() {
    let shop = DeliveryWorld::open().await;
    let target = shop.open_shelf().await;
    shop.put_on_shelf("big", &noise(SIZE, 2)).await;
    let (account, before) = shop.shelf_account().await;
    let mut busy = shop.sign_in_at_shelf().await;
    let mut data = busy.begin("RETR big").await;
    take(&mut data, 1000).await;
    let renewed = shelves::renew_password(&mut *shop.db().await, shop.key(), shop.owner).await;
    assert!(renewed.unwrap());
    busy.expect_reply(426).await;
    busy.expect_reply(421).await;
    let refused = shop.try_sign_in(&account, &before).await;
    assert!(refused.err().unwrap().starts_with("530"));

    shop.until("SELECT count(*) FROM ftp_session", 0).await;
    // Somebody who runs the system ends one; whoever was ended may come back.
    let mut idle = shop.sign_in_at_shelf().await;
    shop.until(
        "SELECT count(*) FROM ftp_session WHERE shelf_user_id IS NOT NULL",
        1,
    )
    .await;
    let served = ftp_sessions::served(&mut *shop.db().await).await.unwrap();
    assert_eq!((&served[0].account, &served[0].order), (&account, &None));
    let ended = ftp_sessions::end(&mut *shop.db().await, served[0].id).await;
    let ended = ended.unwrap().unwrap();
    assert!(ended.is_shelf);
    assert_eq!(ended.subject.0, target.0);
    idle.expect_reply(421).await;

    let mut idle = shop.sign_in_at_shelf().await;
    let now = shop.clock.now();
    accounts::disable(&shop.pool, shop.owner, now)
        .await
        .unwrap();
    idle.expect_reply(421).await;
    let (account, password) = shop.shelf_account().await;
    let refused = shop.try_sign_in(&account, &password).await;
    assert!(refused.err().unwrap().starts_with("530"));
    shop.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_shelf_is_closed_to_whoever_had_the_password_of_the_one_before() {
    let shop = DeliveryWorld::open().await;
    let target = shop.open_shelf().await;
    let mut idle = shop.sign_in_at_shelf().await;
    // At once: no session sees the time in between.
    let mut tx = shop.pool.begin().await.unwrap();
    let removed = push_targets::remove(&mut tx, shop.owner, target).await;
    assert!(removed.unwrap());
    let another = (shop.owner, PushTargetId::fresh());
    let access = TargetAccess::shelf();
    rewrite_target(&mut tx, another, &access, shop.clock.now()).await;
    tx.commit().await.unwrap();
    idle.expect_reply(421).await;
    shop.close().await;
}
