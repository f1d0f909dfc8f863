//! What owners of subscriptions are told each morning of the day before.

use domain::ids::{SubscriptionId, UserId};
use domain::notice::DIGEST;
use domain::subscription::{SubscriptionCriteria, digest_day};
use storage::db::Page;
use storage::db::notices::{self, Notice};
use testkit::builders::subscription::{push_target, running_subscription, subscription_form};

use super::mail::{header, text};
use super::sinks::MailSink;
use super::world::World;

const NOTICES: &str = "SELECT count(*) FROM notice";

async fn subscribed(world: &World, name: &str, digest: bool) -> SubscriptionId {
    let target = push_target(&world.pool, world.owner, "ftp://example.cn/", world.now).await;
    let mut form = subscription_form(target, SubscriptionCriteria::default(), world.now);
    form.name = name.to_owned();
    form.digest = digest;
    running_subscription(&world.pool, (world.owner, world.admin), &form, world.now).await
}

/// Writes so many matches, all in one state, so many hours before this day began in China.
async fn matched(
    world: &World,
    id: SubscriptionId,
    (state, class): (&str, Option<&str>),
    (count, hours_before, ended_hours_before): (i32, i32, Option<i32>),
) {
    let statement = "INSERT INTO subscription_match (id, subscription_id, dataname, revision, round, size, path, matched_at, \
        due_at, state, error_class, sha256, ended_at) \
        SELECT gen_random_uuid(), $1, 'GF1', n::text, 1, 10, gen_random_uuid()::text, d.begin - $5 * interval '1 hour', \
        d.begin, $2, $3, CASE WHEN $2 = 'delivered' THEN sha256('x') END, d.begin - $6 * interval '1 hour' \
        FROM generate_series(1, $4) n, (SELECT china_day($7)::timestamp AT TIME ZONE interval '8 hours' AS begin) d";
    sqlx::query(statement)
        .bind(id.0)
        .bind(state)
        .bind(class)
        .bind(count)
        .bind(hours_before)
        .bind(ended_hours_before)
        .bind(world.now)
        .execute(&world.pool)
        .await
        .unwrap();
}

async fn inbox(world: &World, user: UserId) -> Vec<Notice> {
    let page = Page::new(None, Some(100));
    let found = notices::inbox(&mut *world.db().await, user, false, page).await;
    found.unwrap().items
}

#[tokio::test]
async fn owners_are_told_once_of_what_moved_the_day_before() {
    let world = World::new().await;
    let day = digest_day(world.now).unwrap();
    let first = subscribed(&world, "汛期", true).await;
    let second = subscribed(&world, "地震", true).await;
    let off = subscribed(&world, "不通知", false).await;
    matched(&world, first, ("delivered", None), (4, 3, Some(2))).await;
    // Matched a week ago, given up yesterday; and delivered before.
    let gone = ("missed", Some("source_missing"));
    matched(&world, first, gone, (2, 24 * 7, Some(1))).await;
    matched(
        &world,
        first,
        ("delivered", None),
        (9, 24 * 7, Some(24 * 6)),
    )
    .await;
    // Delivered this morning: on its way when the day ended.
    matched(&world, second, ("delivered", None), (3, 5, Some(-1))).await;
    matched(&world, second, ("waiting", None), (5, -1, None)).await;
    matched(&world, off, ("delivered", None), (7, 3, Some(2))).await;
    let sink = MailSink::start().await;
    let (one, other) = (world.with_mail(sink.url()), world.with_mail(sink.url()));
    let (told, again) = tokio::join!(
        one.tell_of_yesterday(world.now),
        other.tell_of_yesterday(world.now)
    );
    told.unwrap();
    again.unwrap();
    one.tell_of_yesterday(world.now).await.unwrap();
    let found = inbox(&world, world.owner).await;
    assert_eq!(found.len(), 1, "{found:?}");
    let sum =
        format!("{day} 订阅推送：匹配 9 = 送达 4 + 待推送 3 + 未送达 2（归档文件缺失或已更正 2）");
    let said = found[0].detail.chinese();
    let lines: Vec<_> = said.lines().collect();
    assert_eq!((found[0].order, &*found[0].kind), (None, DIGEST));
    assert_eq!((lines.len(), lines[0]), (3, sum.as_str()));
    assert!(lines[1].contains("汛期: 6 = 4 + 0 + 2"), "{said}");
    assert!(lines[2].contains("地震: 3 = 0 + 3 + 0"), "{said}");
    one.send_mail(world.now).await.unwrap();
    let mails = sink.mails();
    assert_eq!(mails.len(), 1, "{mails:?}");
    assert!(header(&mails[0], "To").ends_with("<zhangsan@example.org>"));
    let body = text(&mails[0]);
    assert!(body.contains(&sum), "{body}");
    assert!(
        body.contains("https://data.example.org/subscriptions"),
        "{body}"
    );
}

#[tokio::test]
async fn nobody_is_told_of_nothing_or_too_early() {
    let world = World::new().await;
    let id = subscribed(&world, "汛期", true).await;
    let notifier = world.notifier(false);
    notifier.tell_of_yesterday(world.now).await.unwrap();
    assert_eq!(world.count(NOTICES).await, 0);
    world.sql("DELETE FROM subscription_digest").await;
    matched(&world, id, ("delivered", None), (1, 3, Some(2))).await;
    let night = world.after(-4 * 3600);
    assert_eq!(digest_day(night), None);
    notifier.tell_of_yesterday(night).await.unwrap();
    assert_eq!(world.count(NOTICES).await, 0);
    notifier.tell_of_yesterday(world.now).await.unwrap();
    // Without mail the inbox alone.
    assert_eq!(world.count(NOTICES).await, 1);
    assert_eq!(world.count("SELECT count(*) FROM notice_mail").await, 0);
}

#[tokio::test]
async fn what_does_not_run_is_told_of_as_well() {
    let world = World::new().await;
    let day = digest_day(world.now).unwrap();
    for state in ["paused", "suspended", "pending", "refused", "ended"] {
        let id = subscribed(&world, state, true).await;
        matched(&world, id, ("waiting", None), (1, 3, None)).await;
        // As an end or a refused change gives up what waits.
        let gone = ("missed", Some("cancelled"));
        matched(&world, id, gone, (1, 24 * 7, Some(2))).await;
    }
    let long_over = subscribed(&world, "over", true).await;
    matched(&world, long_over, ("delivered", None), (9, 3, Some(2))).await;
    world
        .sql("UPDATE subscription SET state = CASE name WHEN 'over' THEN 'ended' ELSE name END")
        .await;
    world
        .sql("UPDATE subscription SET unsettled_since = now() WHERE name = 'ended'")
        .await;
    let notifier = world.notifier(false);
    notifier.tell_of_yesterday(world.now).await.unwrap();
    let found = inbox(&world, world.owner).await;
    assert_eq!(found.len(), 1, "{found:?}");
    let text = found[0].detail.chinese();
    let lines: Vec<_> = text.lines().collect();
    let sum = format!("{day} 订阅推送：匹配 10 = 送达 0 + 待推送 5 + 未送达 5");
    assert!(lines[0].starts_with(&sum), "{text}");
    assert_eq!(lines.len(), 6, "{text}");
}
