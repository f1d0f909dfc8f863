//! Decisions of the audit desk: held, taken back, carried out once, dropped with a reason.

use chrono::{DateTime, Utc};
use domain::ids::{OrderId, SignInEpoch, UserId};
use domain::order::decision::DropReason;
use domain::order::rules::Unmet;
use domain::order::state::{OrderState, Refusal};
use domain::permission::PermissionSet;
use domain::role::Role;
use storage::db::{order_events, pending_decisions};
use storage::lifecycle::decisions::{self, DeskDecision};
use storage::lifecycle::{By, LifecycleError, application, audit};
use testkit::builders::{acting, order, person, server_key};

use super::world::World;

const APPROVE: DeskDecision<'_> = DeskDecision::Approve { leave_out: false };
const REJECT: DeskDecision<'_> = DeskDecision::Reject {
    cause: "附件不清晰",
};

impl World {
    async fn hold(
        &self,
        order: OrderId,
        decision: DeskDecision<'_>,
        by: By<'_>,
    ) -> Result<DateTime<Utc>, LifecycleError> {
        decisions::hold(&self.pool, order, decision, by, self.now).await
    }

    /// The administrator decides.
    async fn decide(&self, order: OrderId, decision: DeskDecision<'_>) {
        let by = acting(self.admin, Role::Admin);
        self.hold(order, decision, by).await.unwrap();
    }

    async fn undo(&self, order: OrderId, user: UserId) -> Result<(), LifecycleError> {
        decisions::undo(&self.pool, order, acting(user, Role::Admin), self.now).await
    }

    /// The eight seconds pass.
    async fn all_due(&self) {
        self.run("UPDATE pending_decision SET due_at = clock_timestamp()")
            .await;
    }

    async fn carry_out(&self) -> usize {
        decisions::carry_out_due(&self.pool, self.now)
            .await
            .unwrap()
    }

    /// Why the administrator's decisions were dropped.
    async fn drops(&self) -> Vec<DropReason> {
        let dropped = pending_decisions::dropped(&mut *self.db().await, self.admin).await;
        let dropped = dropped.unwrap().into_iter();
        dropped.map(|one| one.reason.unwrap()).collect()
    }

    async fn pending_count(&self) -> i64 {
        self.count("SELECT count(*) FROM pending_decision").await
    }

    async fn resubmit(&self, order: OrderId) {
        let owner = acting(self.owner, Role::Applicant);
        application::submit((&self.pool, &server_key()), order, None, owner, self.now)
            .await
            .unwrap();
    }

    /// Writing an event of this order fails, as a broken database would have it.
    async fn break_events(&self) {
        self.run(
            "CREATE FUNCTION break_events() RETURNS trigger LANGUAGE plpgsql AS \
             $$ BEGIN RAISE EXCEPTION 'broken'; END $$",
        )
        .await;
        self.run(
            "CREATE TRIGGER break_events BEFORE INSERT ON order_event FOR EACH ROW \
             WHEN (NEW.action = 'approve') EXECUTE FUNCTION break_events()",
        )
        .await;
    }
}

fn unmet(error: LifecycleError) -> Unmet {
    match error {
        LifecycleError::Unmet(unmet) => unmet,
        other => panic!("{other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_reconcilers_carry_out_every_decision_once() {
    let world = World::new(2).await;
    let mut orders = Vec::new();
    for _ in 0..6 {
        let order = world.submitted(world.owner, 2).await;
        world.decide(order, APPROVE).await;
        orders.push(order);
    }
    assert_eq!(world.carry_out().await, 0, "none is due");
    assert_eq!(world.state(orders[0]).await, OrderState::PendingReview);
    world.all_due().await;
    let (pool, now) = (&world.pool, world.now);
    let (a, b) = tokio::join!(
        decisions::carry_out_due(pool, now),
        decisions::carry_out_due(pool, now)
    );
    assert_eq!(a.unwrap() + b.unwrap(), 6);
    assert_eq!(
        (world.carry_out().await, world.pending_count().await),
        (0, 0)
    );
    for order in orders {
        assert_eq!(world.state(order).await, OrderState::Approved);
        let events = order_events::list(&mut *world.db().await, order).await;
        let events = events.unwrap();
        let approvals: Vec<_> = events.iter().filter(|e| e.action == "approve").collect();
        assert_eq!(approvals.len(), 1, "{events:?}");
    }
    // In the name of who decided, from where they did.
    let logged = "SELECT count(*) FROM audit_entry e JOIN app_user u ON u.id = e.by_id \
        WHERE e.action = 'approve' AND u.login_name = 'admin' AND e.client_ip = '192.0.2.1'";
    assert_eq!(world.count(logged).await, 6);
    let tasks = "SELECT count(*) FROM task WHERE kind = 'extract_scene'";
    assert_eq!(world.count(tasks).await, 12);
}

#[tokio::test]
async fn a_rejection_keeps_its_cause_and_what_was_rejected() {
    let world = World::new(1).await;
    let order = world.submitted(world.owner, 1).await;
    world.decide(order, REJECT).await;
    world.all_due().await;
    assert_eq!(world.carry_out().await, 1);
    let mut db = world.db().await;
    let found = storage::db::orders::find(&mut db, order).await;
    let found = found.unwrap().unwrap();
    assert_eq!(found.state, OrderState::Rejected);
    assert_eq!(found.cause, "附件不清晰");
    assert!(found.rejected.is_some() && found.auditor.is_some());
}

#[tokio::test]
async fn a_decision_is_taken_back_until_it_is_carried_out() {
    let world = World::new(1).await;
    let order = world.submitted(world.owner, 1).await;
    assert_eq!(
        unmet(world.undo(order, world.admin).await.unwrap_err()),
        Unmet::NoDecision
    );
    world.decide(order, REJECT).await;
    world.undo(order, world.admin).await.unwrap();
    world.all_due().await;
    assert_eq!(
        (world.carry_out().await, world.pending_count().await),
        (0, 0)
    );
    assert_eq!(world.state(order).await, OrderState::PendingReview);
    // Late, but before anybody came to carry it out.
    world.decide(order, REJECT).await;
    world.all_due().await;
    world.undo(order, world.admin).await.unwrap();
    assert_eq!(world.carry_out().await, 0);
    world.decide(order, APPROVE).await;
    world.all_due().await;
    assert_eq!(world.carry_out().await, 1);
    assert_eq!(
        unmet(world.undo(order, world.admin).await.unwrap_err()),
        Unmet::NoDecision
    );
    assert_eq!(world.state(order).await, OrderState::Approved);
    assert_eq!(world.drops().await, []);
}

/// Of the time line, which the applicant reads, it is no part.
#[tokio::test]
async fn a_decision_that_is_taken_back_is_in_the_audit_log() {
    let world = World::new(1).await;
    let order = world.submitted(world.owner, 1).await;
    let mut db = world.db().await;
    let before = order_events::list(&mut db, order).await.unwrap().len();
    let changed = async |field: &str, before: &str| {
        let query = "SELECT count(*) FROM audit_entry e JOIN app_user u ON u.id = e.by_id JOIN orders o ON o.id::text = e.subject_id \
            WHERE e.subject = 'order' AND e.action = 'undo_decision' AND e.outcome = 'done' AND e.subject_name = o.ordername \
            AND u.login_name = 'admin' AND e.client_ip = '192.0.2.1' AND e.agent = 'test' \
            AND e.changes @> jsonb_build_array(jsonb_build_object('field', $1::text, 'before', $2::text, 'after', ''))";
        let count = sqlx::query_scalar(query).bind(field).bind(before);
        let count: i64 = count.fetch_one(&world.pool).await.unwrap();
        count
    };
    world.decide(order, REJECT).await;
    let other = world.undo(order, world.other).await.unwrap_err();
    assert_eq!(unmet(other), Unmet::OthersDecision);
    assert_eq!(changed("decision", "reject").await, 0);
    world.undo(order, world.admin).await.unwrap();
    assert_eq!(changed("decision", "reject").await, 1);
    assert_eq!(changed("cause", "附件不清晰").await, 1);
    world.decide(order, APPROVE).await;
    world.undo(order, world.admin).await.unwrap();
    assert_eq!(changed("decision", "approve").await, 1);
    assert_eq!(changed("catalogueOnly", "leave_out").await, 0);
    assert_eq!(
        world.undo(order, world.admin).await.map_err(unmet),
        Err(Unmet::NoDecision)
    );
    let after = order_events::list(&mut db, order).await.unwrap().len();
    assert_eq!(after, before);
}

#[tokio::test]
async fn nobody_decides_twice_and_nobody_takes_back_what_somebody_else_decided() {
    let world = World::new(1).await;
    let second = person("admin2").role(Role::Admin);
    let second = second.create(&world.pool, world.now).await;
    let order = world.submitted(world.owner, 1).await;
    world.decide(order, APPROVE).await;
    let by = acting(second, Role::Admin);
    let again = world.hold(order, REJECT, by).await.unwrap_err();
    assert_eq!(unmet(again), Unmet::DecisionPending);
    let at_once = audit::reject(&world.pool, order, "不行", by, world.now).await;
    assert_eq!(unmet(at_once.unwrap_err()), Unmet::DecisionPending);
    let at_once = world.admin().approve(order).await;
    assert_eq!(unmet(at_once.unwrap_err()), Unmet::DecisionPending);
    let undone = world.undo(order, second).await.unwrap_err();
    assert_eq!(unmet(undone), Unmet::OthersDecision);
    world.all_due().await;
    assert_eq!(world.carry_out().await, 1);
    assert_eq!(world.state(order).await, OrderState::Approved);
}

#[tokio::test]
async fn nobody_decides_about_an_order_of_ones_own_nor_without_the_right() {
    let world = World::new(1).await;
    let own = order(world.admin, &world.scenes).create(&world.pool, world.now);
    let own = own.await;
    let everything = By::Person {
        user: world.admin,
        permissions: PermissionSet::all(),
        epoch: SignInEpoch::default(),
        client_ip: "192.0.2.1",
        agent: "test",
    };
    for (by, refusal) in [
        (everything, Refusal::NotAllowed),
        (acting(world.admin, Role::Admin), Refusal::NotAllowed),
        (acting(world.other, Role::Operator), Refusal::NotAllowed),
        (acting(world.other, Role::Applicant), Refusal::Invisible),
    ] {
        let refused = world.hold(own, APPROVE, by).await.unwrap_err();
        assert!(
            matches!(refused, LifecycleError::Refused(found) if found == refusal),
            "{by:?}: {refused:?}"
        );
    }
    let order = world.submitted(world.owner, 1).await;
    let by = acting(world.admin, Role::Admin);
    let blank = DeskDecision::Reject { cause: " " };
    let blank = world.hold(order, blank, by).await.unwrap_err();
    assert_eq!(unmet(blank), Unmet::CauseMissing);
    assert_eq!(world.pending_count().await, 0);
}

#[tokio::test]
async fn a_withdrawn_order_comes_back_undecided() {
    let world = World::new(1).await;
    let order = world.submitted(world.owner, 1).await;
    world.decide(order, APPROVE).await;
    let owner = acting(world.owner, Role::Applicant);
    audit::withdraw(&world.pool, order, owner, world.now)
        .await
        .unwrap();
    assert_eq!(world.drops().await, [DropReason::Withdrawn]);
    world.resubmit(order).await;
    world.all_due().await;
    assert_eq!(world.carry_out().await, 0);
    assert_eq!(world.state(order).await, OrderState::PendingReview);
    // Put away by whoever decided, and by nobody else.
    let mut db = world.db().await;
    let dropped = pending_decisions::dropped(&mut db, world.admin).await;
    let id = dropped.unwrap()[0].id;
    for (user, done) in [(world.other, false), (world.admin, true)] {
        let put_away = pending_decisions::put_away(&mut db, user, id).await;
        assert_eq!(put_away.unwrap(), done);
    }
    assert_eq!(world.drops().await, []);
}

/// An older process that still runs beside this one knows nothing of decisions.
#[tokio::test]
async fn what_an_order_left_otherwise_is_dropped() {
    let world = World::new(1).await;
    let order = world.submitted(world.owner, 1).await;
    world.decide(order, APPROVE).await;
    world
        .sql("UPDATE orders SET state = -1 WHERE id = $1", order)
        .await;
    world.all_due().await;
    assert_eq!((world.carry_out().await, world.carry_out().await), (0, 0));
    assert_eq!(world.drops().await, [DropReason::StateChanged]);
    assert_eq!(world.state(order).await, OrderState::PendingSubmission);
}

#[tokio::test]
async fn whoever_may_no_longer_audit_has_decided_nothing() {
    for (change, reason) in [
        (
            "UPDATE user_role SET role_id = 'operator' WHERE user_id = $1",
            DropReason::PermissionLost,
        ),
        (
            "DELETE FROM user_role WHERE user_id = $1",
            DropReason::PermissionLost,
        ),
        (
            "UPDATE app_user SET disabled_at = now() WHERE id = $1",
            DropReason::AccountDisabled,
        ),
    ] {
        let world = World::new(1).await;
        let order = world.submitted(world.owner, 1).await;
        world.decide(order, APPROVE).await;
        let admin = OrderId(world.admin.0);
        assert_eq!(world.sql(change, admin).await, 1);
        world.all_due().await;
        assert_eq!((world.carry_out().await, world.carry_out().await), (0, 0));
        assert_eq!(world.drops().await, [reason], "{change}");
        assert_eq!(world.state(order).await, OrderState::PendingReview);
        assert_eq!(world.pending_count().await, 0);
    }
}

/// What a killed process has begun is nothing: the decision goes in the transaction that carries it out.
#[tokio::test]
async fn a_process_that_is_killed_between_leaves_the_decision_for_the_next() {
    let world = World::new(1).await;
    let order = world.submitted(world.owner, 1).await;
    world.decide(order, APPROVE).await;
    world.all_due().await;
    let mut killed = world.pool.begin().await.unwrap();
    for statement in [
        "SELECT id FROM orders WHERE id = $1 FOR UPDATE",
        "DELETE FROM pending_decision WHERE order_id = $1",
    ] {
        let begun = sqlx::query(statement).bind(order.0);
        begun.execute(&mut *killed).await.unwrap();
    }
    assert_eq!(world.carry_out().await, 0, "somebody is at it");
    killed.rollback().await.unwrap();
    assert_eq!(world.carry_out().await, 1);
    assert_eq!(world.state(order).await, OrderState::Approved);
}

#[tokio::test]
async fn what_fails_is_tried_again_holds_up_no_other_and_is_given_up_in_the_end() {
    let world = World::new(1).await;
    let (stuck, other) = (
        world.submitted(world.owner, 1).await,
        world.submitted(world.owner, 1).await,
    );
    world.break_events().await;
    world.decide(stuck, APPROVE).await;
    world.decide(other, REJECT).await;
    world.all_due().await;
    let failed = decisions::carry_out_due(&world.pool, world.now).await;
    assert!(matches!(failed, Err(LifecycleError::Storage(_))));
    assert_eq!(world.state(other).await, OrderState::Rejected);
    assert_eq!(world.state(stuck).await, OrderState::PendingReview);
    assert_eq!(
        (world.pending_count().await, world.drops().await),
        (1, vec![])
    );
    world
        .run("UPDATE pending_decision SET due_at = clock_timestamp() - interval '11 minutes'")
        .await;
    assert_eq!((world.carry_out().await, world.carry_out().await), (0, 0));
    assert_eq!(world.drops().await, [DropReason::Failed]);
    assert_eq!(world.state(stuck).await, OrderState::PendingReview);
    world.run("DROP TRIGGER break_events ON order_event").await;
    world.decide(stuck, APPROVE).await;
    world.all_due().await;
    assert_eq!(world.carry_out().await, 1);
}

#[tokio::test]
async fn scenes_that_only_the_catalogue_knows_leave_with_the_approval() {
    let world = World::new(3).await;
    let order = world.submitted(world.owner, 3).await;
    world
        .run("UPDATE scene SET archive_url = NULL WHERE dataid = 's1'")
        .await;
    let leave_out = DeskDecision::Approve { leave_out: true };
    world.decide(order, leave_out).await;
    // Meanwhile the archive loses the others as well.
    world.run("UPDATE scene SET archive_url = NULL").await;
    world.all_due().await;
    assert_eq!(world.carry_out().await, 0);
    assert_eq!(world.drops().await, [DropReason::Unmet]);
    let scenes = "SELECT count(*) FROM order_scene";
    assert_eq!(world.count(scenes).await, 3, "nothing is left half done");
    let by = acting(world.admin, Role::Admin);
    let refused = world.hold(order, leave_out, by).await.unwrap_err();
    assert_eq!(unmet(refused), Unmet::NothingOnline);
    world
        .run("UPDATE scene SET archive_url = 'file:///x' WHERE dataid <> 's1'")
        .await;
    world.decide(order, leave_out).await;
    world.all_due().await;
    assert_eq!(world.carry_out().await, 1);
    assert_eq!(world.count(scenes).await, 2);
}
