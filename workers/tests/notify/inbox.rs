//! Who finds what in the inbox.

use chrono::TimeDelta;
use domain::ids::UserId;
use domain::role::Role;
use storage::db::Page;
use storage::db::notices::{self, Notice};

use super::sinks::MailSink;
use super::world::World;

async fn inbox(world: &World, user: UserId) -> Vec<Notice> {
    let page = Page::new(None, Some(100));
    let found = notices::inbox(&mut *world.db().await, user, false, page).await;
    found.unwrap().items
}

#[tokio::test]
async fn the_owner_is_told_once_of_what_concerns_them() {
    let world = World::new().await;
    let order = world.rejected().await;
    let notifier = world.notifier(false);
    for _ in 0..3 {
        notifier.deliver_notices(world.now).await.unwrap();
    }
    let found = inbox(&world, world.owner).await;
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].kind, "rejected");
    assert_eq!(
        found[0].detail.chinese(),
        format!("您的订单{}被驳回，原因：材料不全", order.number)
    );
    assert!(!found[0].read);
    assert_eq!(inbox(&world, world.admin).await, []);
    assert_eq!(
        world
            .count("SELECT count(*) FROM order_event WHERE NOT told")
            .await,
        0
    );
    // Without a mail server no mail waits for one.
    assert_eq!(world.count("SELECT count(*) FROM notice_mail").await, 0);
}

#[tokio::test]
async fn administrators_who_are_switched_on_are_told_of_applications() {
    let world = World::new().await;
    world.order().await;
    world
        .sql("INSERT INTO order_event (order_id, at, actor, action, to_state) SELECT id, now(), 'owner', 'submit', 0 FROM orders")
        .await;
    world
        .sql("UPDATE app_user SET disabled_at = now() WHERE login_name = 'admin2'")
        .await;
    world
        .notifier(false)
        .deliver_notices(world.now)
        .await
        .unwrap();
    let found = inbox(&world, world.admin).await;
    assert_eq!(found.len(), 1);
    assert!(
        found[0].detail.chinese().starts_with("李四提交了订单"),
        "{found:?}"
    );
    assert_eq!(inbox(&world, world.second_admin).await, []);
    assert_eq!(world.count("SELECT count(*) FROM notice").await, 1);
}

#[tokio::test]
async fn several_processes_tell_everything_once() {
    let world = World::new().await;
    world.rejected().await;
    // More than one transaction's worth.
    world
        .sql("INSERT INTO order_event (order_id, at, actor, action, to_state) SELECT id, now(), 'admin', 'approve', 1 FROM orders, generate_series(1, 300)")
        .await;
    let notifiers = [
        world.notifier(false),
        world.notifier(false),
        world.notifier(false),
    ];
    let [a, b, c] = &notifiers;
    let (a, b, c) = tokio::join!(
        a.deliver_notices(world.now),
        b.deliver_notices(world.now),
        c.deliver_notices(world.now)
    );
    for told in [a, b, c] {
        told.unwrap();
    }
    world
        .notifier(false)
        .deliver_notices(world.now)
        .await
        .unwrap();
    assert_eq!(
        world
            .count(
                "SELECT count(*) FROM notice n JOIN order_event e ON e.id = n.event_id WHERE e.told"
            )
            .await,
        301
    );
}

/// An event whose transaction ends late has a smaller number than one that was told before.
#[tokio::test]
async fn an_event_that_becomes_visible_late_is_not_lost() {
    let world = World::new().await;
    world.order().await;
    let event = "INSERT INTO order_event (order_id, at, actor, action, to_state) \
         SELECT id, now(), 'admin', 'approve', 1 FROM orders";
    let mut late = world.pool.begin().await.unwrap();
    sqlx::query(event).execute(&mut *late).await.unwrap();
    world.sql(event).await;
    let notifier = world.notifier(false);
    notifier.deliver_notices(world.now).await.unwrap();
    assert_eq!(inbox(&world, world.owner).await.len(), 1);
    late.commit().await.unwrap();
    notifier.deliver_notices(world.now).await.unwrap();
    assert_eq!(inbox(&world, world.owner).await.len(), 2);
}

#[tokio::test]
async fn an_event_of_a_later_version_holds_nothing_up() {
    let world = World::new().await;
    world.order().await;
    world
        .sql("INSERT INTO order_event (order_id, at, actor, action, to_state) SELECT id, now(), 'admin', word, 1 FROM orders, unnest(ARRAY['teleport', 'approve']) AS word")
        .await;
    world
        .notifier(false)
        .deliver_notices(world.now + TimeDelta::seconds(1))
        .await
        .unwrap();
    assert_eq!(inbox(&world, world.owner).await.len(), 1);
}

#[tokio::test]
async fn a_notice_of_more_than_a_year_ago_is_forgotten_with_its_mail_and_its_calls() {
    let world = World::new().await;
    let sink = MailSink::start().await;
    let notifier = world.with_mail(sink.url());
    world.webhook("https://hook.example.org/", &[]).await;
    world.rejected().await;
    notifier.deliver_notices(world.now).await.unwrap();
    world
        .sql("UPDATE webhook_delivery SET ended_at = '2026-11-21T02:00:00Z'")
        .await;
    let left = async || {
        let all = "SELECT (SELECT count(*) FROM notice) * 100 + (SELECT count(*) FROM notice_mail) * 10 \
            + (SELECT count(*) FROM webhook_delivery)";
        world.count(all).await
    };
    let after = |days| world.now + TimeDelta::days(days);
    assert_eq!(left().await, 111);
    notifier.forget_old(after(89)).await.unwrap();
    assert_eq!(left().await, 111);
    notifier.forget_old(after(91)).await.unwrap();
    assert_eq!(left().await, 110);
    notifier.forget_old(after(366)).await.unwrap();
    assert_eq!(left().await, 0);
    notifier.deliver_notices(after(366)).await.unwrap();
    assert_eq!(left().await, 0, "what was told is not told again");
}

#[tokio::test]
async fn a_cancellation_is_told_to_the_other_side() {
    for by_owner in [false, true] {
        let world = World::new().await;
        let order = world.order().await;
        let admin = world.changes_of(world.admin, Role::Admin);
        let stopper = if by_owner {
            world.changes_of(world.owner, Role::Applicant)
        } else {
            admin
        };
        admin.approve(order).await.unwrap();
        stopper.cancel_preparation(order, "不要了").await.unwrap();
        world
            .notifier(false)
            .deliver_notices(world.now)
            .await
            .unwrap();
        let told = |notices: Vec<Notice>| -> Vec<String> {
            let cancelled = notices
                .into_iter()
                .filter(|notice| notice.kind == "cancelled");
            cancelled.map(|notice| notice.detail.chinese()).collect()
        };
        let (owner, admin) = (
            told(inbox(&world, world.owner).await),
            told(inbox(&world, world.admin).await),
        );
        let (silent, heard, want) = if by_owner {
            (owner, admin, "李四取消了订单")
        } else {
            (admin, owner, "您的订单")
        };
        assert_eq!(silent, [""; 0]);
        assert!(
            heard[0].starts_with(want) && heard[0].ends_with("，原因：不要了"),
            "{heard:?}"
        );
    }
}
