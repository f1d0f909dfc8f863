//! What comes in between a change of a subscription and its approval.

use chrono::TimeDelta;
use domain::ids::SubscriptionId;
use domain::role::Role;
use domain::subscription::{
    Delay, Frequency, SendWindow, SubscriptionAction, SubscriptionActor, SubscriptionCriteria,
    SubscriptionState,
};
use storage::db::subscriptions::SubscriptionForm;
use testkit::builders::subscription::{desk, running_subscription, subscription_form, with_papers};
use testkit::builders::{add_scenes, scene};

use super::pushes::{DELIVERED, WAITING, add, claimed, deliver, matched, target};
use super::world::World;

struct Changed {
    world: World,
    id: SubscriptionId,
    form: SubscriptionForm,
}

fn of_satellite(satellite: &str) -> SubscriptionCriteria {
    SubscriptionCriteria {
        satellites: vec![satellite.into()],
        ..SubscriptionCriteria::default()
    }
}

/// A subscription to GF1 that was approved; its change to GF2 waits.
async fn changed() -> Changed {
    let mut world = World::new(0).await;
    let form = subscription_form(target(&world).await, of_satellite("GF1"), world.now);
    let people = (world.owner, world.admin);
    let id = running_subscription(&world.pool, people, &form, world.now).await;
    world.now += TimeDelta::seconds(1);
    let changed = Changed { world, id, form };
    changed.change(of_satellite("GF2")).await;
    changed
}

impl Changed {
    async fn change(&self, criteria: SubscriptionCriteria) {
        let form = SubscriptionForm {
            criteria,
            ..self.form.clone()
        };
        let owner = (self.world.owner, Role::Applicant);
        let changed = desk(&self.world.pool, owner, self.world.now)
            .change(self.id, &form)
            .await
            .unwrap();
        assert_eq!(changed.state, SubscriptionState::Pending);
    }

    async fn decide(&self, action: SubscriptionAction) {
        let step = (action, SubscriptionActor::Approver);
        let admin = (self.world.admin, Role::Admin);
        desk(&self.world.pool, admin, self.world.now)
            .act(self.id, step, "理由")
            .await
            .unwrap();
    }

    async fn arrive(&mut self, dataid: &str, satellite: &str) -> u64 {
        let mut one = scene(dataid);
        one.satellite = satellite.into();
        add_scenes(&self.world.pool, &[one]).await;
        let found = matched(&self.world).await.matched;
        self.world.now += TimeDelta::seconds(1);
        found
    }

    async fn given_up(&self, code: &str) -> i64 {
        let statement = "SELECT count(*) FROM subscription_match WHERE state = 'missed' AND error_detail->>'code' = $1";
        sqlx::query_scalar(statement)
            .bind(code)
            .fetch_one(&self.world.pool)
            .await
            .unwrap()
    }
}

#[tokio::test]
async fn what_comes_in_before_the_approval_goes_out_after_it() {
    let mut changed = changed().await;
    assert_eq!(changed.arrive("old", "GF1").await, 0);
    assert_eq!(changed.arrive("new", "GF2").await, 1);
    assert!(
        claimed(&changed.world).await.is_empty(),
        "nobody approved it"
    );
    changed.decide(SubscriptionAction::Approve).await;
    let tasks = claimed(&changed.world).await;
    assert_eq!(tasks.len(), 1);
    deliver(&changed.world, tasks[0]).await;
    assert_eq!(changed.arrive("later", "GF2").await, 1);
    assert_eq!(changed.world.count(DELIVERED).await, 1);
}

#[tokio::test]
async fn what_came_in_for_a_change_that_is_refused_is_given_up() {
    let mut changed = changed().await;
    changed.arrive("new", "GF2").await;
    changed.decide(SubscriptionAction::Refuse).await;
    assert_eq!(changed.given_up("failure.change_refused").await, 1);
    assert_eq!(changed.arrive("while refused", "GF2").await, 0);
    assert_eq!(
        changed
            .world
            .count("SELECT count(*) FROM scene_arrival")
            .await,
        0
    );
    changed.change(of_satellite("GF3")).await;
    assert_eq!(
        changed.arrive("asked again", "GF3").await,
        0,
        "it is not approved any more"
    );
}

#[tokio::test]
async fn what_came_in_for_a_search_that_was_changed_again_is_given_up() {
    let mut changed = changed().await;
    changed.arrive("new", "GF2").await;
    changed.change(of_satellite("GF3")).await;
    assert_eq!(changed.given_up("failure.search_changed").await, 1);
    assert_eq!(changed.arrive("newer", "GF3").await, 1);
    changed.decide(SubscriptionAction::Approve).await;
    assert_eq!(claimed(&changed.world).await.len(), 1);
}

#[tokio::test]
async fn what_waited_before_the_change_is_not_given_up() {
    let world = World::new(0).await;
    let form = subscription_form(target(&world).await, of_satellite("GF1"), world.now);
    let people = (world.owner, world.admin);
    let id = running_subscription(&world.pool, people, &form, world.now).await;
    add(&world, &["before"]).await;
    assert_eq!(matched(&world).await.matched, 1);
    let mut changed = Changed { world, id, form };
    changed.world.now += TimeDelta::seconds(1);
    changed.change(of_satellite("GF2")).await;
    changed.decide(SubscriptionAction::Refuse).await;
    assert_eq!(changed.world.count(WAITING).await, 1);
}

/// Field, what stood there, and what stands there now, of the newest entry of the log with this action.
async fn logged(world: &World, action: &str) -> Vec<[String; 3]> {
    let statement = "SELECT c->>'field', c->>'before', c->>'after' FROM (SELECT changes FROM audit_entry \
                     WHERE subject = 'subscription' AND action = $1 ORDER BY id DESC LIMIT 1) e, \
                     jsonb_array_elements(e.changes) WITH ORDINALITY AS l (c, place) ORDER BY place";
    let rows = sqlx::query_as::<_, (String, String, String)>(statement);
    let rows = rows.bind(action).fetch_all(&world.pool).await.unwrap();
    rows.into_iter()
        .map(|(field, before, after)| [field, before, after])
        .collect()
}

#[tokio::test]
async fn the_log_has_what_it_was_made_with_and_when_files_go_out_from_now_on() {
    let world = World::new(0).await;
    let form = subscription_form(target(&world).await, of_satellite("GF1"), world.now);
    let owner = desk(&world.pool, (world.owner, Role::Applicant), world.now);
    let form = with_papers(&world.pool, world.owner, &form, world.now).await;
    let made = owner.create(&form).await.unwrap();
    let created = logged(&world, "create").await;
    for (field, after) in [
        ("name", "汛期监测"),
        ("purpose", "防汛"),
        ("targetId", &*form.target.to_string()),
        ("delaytime", "0"),
        ("digest", "true"),
    ] {
        let entry = [field, "", after].map(str::to_owned);
        assert!(created.contains(&entry), "{entry:?} is not in {created:?}");
    }
    let search = created.iter().find(|[field, ..]| field == "search");
    assert!(search.unwrap()[2].contains("GF1"), "{created:?}");
    let other = SubscriptionForm {
        frequency: Some(Frequency::Week),
        delay: Delay::TwoHours,
        window: SendWindow::new(22, 6),
        ..form
    };
    owner.change(made.id, &other).await.unwrap();
    let expected = [
        ["frequency", "", "week"],
        ["delaytime", "0", "2"],
        ["window", "", "22-6"],
    ];
    assert_eq!(
        logged(&world, "adjust").await,
        expected.map(|entry| entry.map(str::to_owned))
    );
}
