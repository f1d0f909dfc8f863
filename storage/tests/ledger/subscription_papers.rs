//! Papers of subscriptions: needed where somebody has to approve, part of what is approved, kept as orders keep theirs.

use chrono::TimeDelta;
use domain::attachment::AttachmentKind;
use domain::ids::{AttachmentId, SubscriptionId};
use domain::order::application::Incomplete;
use domain::quota::QuotaMet;
use domain::role::Role;
use domain::subscription::{
    SubscriptionAction, SubscriptionActor, SubscriptionCriteria, SubscriptionState,
};
use storage::db::attachments::{self, Attachment};
use storage::db::subscriptions::{Subscription, SubscriptionForm};
use storage::db::{deliveries, retention};
use storage::lifecycle::subscriptions::SubscriptionError;
use storage::lifecycle::{LifecycleError, papers};
use testkit::builders;
use testkit::builders::subscription::{desk, subscription_form, with_papers};

use super::pushes::target;
use super::world::World;

type Papers = Vec<(AttachmentKind, AttachmentId)>;

const ROWS: &str = "SELECT count(*) FROM attachment";
const CURRENT: &str =
    "SELECT count(*) FROM attachment WHERE subscription_id IS NOT NULL AND replaced_at IS NULL";
const REPLACED: &str = "SELECT count(*) FROM attachment WHERE replaced_at IS NOT NULL";

/// What somebody says of a subscription, without a word about papers.
async fn bare(world: &World) -> SubscriptionForm {
    subscription_form(
        target(world).await,
        SubscriptionCriteria::default(),
        world.now,
    )
}

async fn subscribe(world: &World, form: &SubscriptionForm) -> Subscription {
    let form = with_papers(&world.pool, world.owner, form, world.now).await;
    create(world, &form).await.unwrap()
}

async fn create(world: &World, form: &SubscriptionForm) -> Result<Subscription, SubscriptionError> {
    let owner = desk(&world.pool, (world.owner, Role::Applicant), world.now);
    owner.create(form).await
}

async fn change(
    world: &World,
    id: SubscriptionId,
    form: &SubscriptionForm,
) -> Result<Subscription, SubscriptionError> {
    let owner = desk(&world.pool, (world.owner, Role::Applicant), world.now);
    owner.change(id, form).await
}

async fn decide(
    world: &World,
    id: SubscriptionId,
    version: Option<&str>,
) -> Result<Subscription, SubscriptionError> {
    let admin = desk(&world.pool, (world.admin, Role::Admin), world.now);
    admin
        .decide(id, SubscriptionAction::Approve, ("", version))
        .await
}

fn named(form: &SubscriptionForm, papers: Papers) -> SubscriptionForm {
    SubscriptionForm {
        papers: Some(papers),
        ..form.clone()
    }
}

fn missing(refused: Result<Subscription, SubscriptionError>) -> Vec<AttachmentKind> {
    match refused {
        Err(SubscriptionError::Papers(LifecycleError::Incomplete(Incomplete::PapersMissing(
            kinds,
        )))) => kinds,
        other => panic!("{other:?}"),
    }
}

fn is_unusable(refused: &Result<Subscription, SubscriptionError>) -> bool {
    let unusable = SubscriptionError::Papers(LifecycleError::UnusablePapers);
    refused
        .as_ref()
        .is_err_and(|error| error.to_string() == unusable.to_string())
}

/// As a version that knew no papers made it.
async fn without_papers(world: &World) {
    world.run("DELETE FROM attachment").await;
}

#[tokio::test]
async fn nobody_hands_one_in_without_its_papers() {
    let world = World::new(0).await;
    let form = bare(&world).await;
    assert_eq!(
        missing(create(&world, &form).await),
        AttachmentKind::FOR_COMPLETION
    );
    let mut papers = world.papers(world.owner).await;
    let id_card = papers.pop().unwrap();
    let refused = create(&world, &named(&form, papers.clone())).await;
    assert_eq!(missing(refused), [id_card.0]);
    papers.push(id_card);
    let one = create(&world, &named(&form, papers.clone())).await.unwrap();
    let slots: Papers = one
        .papers
        .iter()
        .map(|paper| (paper.kind, paper.id))
        .collect();
    assert_eq!((slots, one.form.papers), (papers.clone(), Some(papers)));
    assert_eq!(world.count(CURRENT).await, 4);
}

#[tokio::test]
async fn papers_lie_in_one_thing_and_come_from_its_owner() {
    let world = World::new(1).await;
    let form = bare(&world).await;
    let one = subscribe(&world, &form).await;
    let taken = one.form.papers.clone().unwrap();
    let refused = create(&world, &named(&form, taken.clone())).await;
    assert!(is_unusable(&refused), "{refused:?}");
    let order = world.create(world.owner, 1, &taken, None).await;
    assert!(matches!(order, Err(LifecycleError::UnusablePapers)));
    let foreign = named(&form, world.papers(world.other).await);
    assert!(is_unusable(&create(&world, &foreign).await));
    let of_order = world.papers(world.owner).await;
    world.create(world.owner, 1, &of_order, None).await.unwrap();
    assert!(is_unusable(&create(&world, &named(&form, of_order)).await));
    // Two in one slot, and one in a slot that it was not uploaded for.
    let twice = [taken.clone(), vec![world.papers(world.owner).await[0]]].concat();
    assert!(is_unusable(
        &change(&world, one.id, &named(&form, twice)).await
    ));
    let mut crossed = taken;
    crossed.push((AttachmentKind::Other, crossed[0].1));
    assert!(is_unusable(
        &change(&world, one.id, &named(&form, crossed)).await
    ));
    assert_eq!(world.count(REPLACED).await, 0);
}

#[tokio::test]
async fn an_approval_is_about_the_papers_that_were_read() {
    let world = World::new(0).await;
    let form = bare(&world).await;
    let read = subscribe(&world, &form).await;
    let first = read.form.papers.clone().unwrap();
    let mut other = first.clone();
    other[0] = world.papers(world.owner).await[0];
    let changed = change(&world, read.id, &named(&form, other)).await.unwrap();
    assert_eq!(changed.state, SubscriptionState::Pending);
    let version = read.version();
    let refused = decide(&world, read.id, Some(&version)).await;
    assert!(matches!(refused, Err(SubscriptionError::ChangedMeanwhile)));
    // What was changed back is what was read.
    let back = change(&world, read.id, &named(&form, first)).await.unwrap();
    assert_eq!(
        (back.version(), world.count(REPLACED).await),
        (version.clone(), 1)
    );
    let approved = decide(&world, read.id, Some(&version)).await.unwrap();
    assert_eq!(approved.state, SubscriptionState::Running);
}

#[tokio::test]
async fn other_papers_of_a_running_one_wait_for_approval() {
    let world = World::new(0).await;
    let form = bare(&world).await;
    let one = subscribe(&world, &form).await;
    decide(&world, one.id, None).await.unwrap();
    // Another name, with the papers left out or named as they are, waits for nobody.
    let renamed = SubscriptionForm {
        name: "另一个名称".into(),
        ..form.clone()
    };
    let mut same = one.form.papers.clone().unwrap();
    same.reverse();
    for form in [renamed.clone(), named(&renamed, same.clone())] {
        let after = change(&world, one.id, &form).await.unwrap();
        assert_eq!(after.state, SubscriptionState::Running);
    }
    let fewer = named(&renamed, same[1..].to_vec());
    assert_eq!(missing(change(&world, one.id, &fewer).await), [same[0].0]);
    let more = [same, vec![other_paper(&world).await]].concat();
    let after = change(&world, one.id, &named(&renamed, more))
        .await
        .unwrap();
    assert_eq!(
        (after.state, after.papers.len()),
        (SubscriptionState::Pending, 5)
    );
    let entry: String = sqlx::query_scalar(
        "SELECT changes::text FROM audit_entry WHERE subject = 'subscription' AND action = 'change'",
    )
    .fetch_one(&world.pool)
    .await
    .unwrap();
    assert!(entry.contains("paper.other"), "{entry}");
}

async fn other_paper(world: &World) -> (AttachmentKind, AttachmentId) {
    let paper = builders::paper(world.owner, AttachmentKind::Other, world.now);
    attachments::insert(&mut *world.db().await, &paper)
        .await
        .unwrap();
    (paper.kind, paper.id)
}

#[tokio::test]
async fn what_was_made_before_there_were_papers_is_approved_as_before_and_needs_them_for_a_change()
{
    let world = World::new(0).await;
    let form = bare(&world).await;
    let one = subscribe(&world, &form).await;
    without_papers(&world).await;
    let renamed = SubscriptionForm {
        name: "另一个名称".into(),
        ..form.clone()
    };
    let after = change(&world, one.id, &renamed).await.unwrap();
    assert_eq!(after.papers, []);
    let approved = decide(&world, one.id, Some(&after.version()))
        .await
        .unwrap();
    assert_eq!(approved.state, SubscriptionState::Running);
    let longer = SubscriptionForm {
        valid_until: form.valid_until + TimeDelta::days(1),
        ..form
    };
    let refused = change(&world, one.id, &longer).await;
    assert_eq!(missing(refused), AttachmentKind::FOR_COMPLETION);
    let whole = with_papers(&world.pool, world.owner, &longer, world.now).await;
    let after = change(&world, one.id, &whole).await.unwrap();
    assert_eq!(after.state, SubscriptionState::Pending);
}

#[tokio::test]
async fn papers_stay_with_what_was_decided_and_go_with_what_was_not() {
    let world = World::new(0).await;
    let form = bare(&world).await;
    let [decided, dropped, waiting] = [
        subscribe(&world, &form).await,
        subscribe(&world, &form).await,
        subscribe(&world, &form).await,
    ];
    let refuse = (SubscriptionAction::Refuse, SubscriptionActor::Approver);
    let admin = desk(&world.pool, (world.admin, Role::Admin), world.now);
    admin.act(decided.id, refuse, "理由").await.unwrap();
    let end = (SubscriptionAction::End, SubscriptionActor::Owner);
    let owner = desk(&world.pool, (world.owner, Role::Applicant), world.now);
    for one in [decided.id, dropped.id] {
        owner.act(one, end, "").await.unwrap();
    }
    let others = with_papers(&world.pool, world.owner, &form, world.now).await;
    change(&world, waiting.id, &others).await.unwrap();
    let loose = builders::paper(world.owner, AttachmentKind::Other, world.now);
    let mut db = world.db().await;
    attachments::insert(&mut db, &loose).await.unwrap();
    assert_eq!(world.count(ROWS).await, 17);
    let swept = world.now + TimeDelta::days(2);
    assert_eq!(attachments::forget_unused(&mut db, swept).await.unwrap(), 1);
    // Those of the dropped one, and those that the waiting one had before.
    for rows in [8, 0] {
        let forgotten = retention::forget_dropped_drafts(&mut db, swept).await;
        assert_eq!(forgotten.unwrap(), rows);
    }
    assert_eq!(world.count(ROWS).await, 8);
    let key = |paper: &Attachment| paper.object_key.clone();
    let (held, gone) = (key(&decided.papers[0]), key(&dropped.papers[0]));
    let orphans = deliveries::orphans(&mut db, &[held, gone.clone()]).await;
    assert_eq!(orphans.unwrap(), [gone]);
}

#[tokio::test]
async fn papers_count_until_somebody_approves() {
    let mut world = World::new(0).await;
    world.quotas.paper_bytes = 40;
    let paper = Attachment {
        size: 5,
        ..builders::paper(world.owner, AttachmentKind::Other, world.now)
    };
    // Four papers of nine bytes.
    let form = bare(&world).await;
    let one = subscribe(&world, &form).await;
    let refused = papers::keep(&world.pool, &paper, &world.quotas).await;
    assert!(matches!(
        refused,
        Err(LifecycleError::Quota(QuotaMet::PaperBytes(40)))
    ));
    decide(&world, one.id, None).await.unwrap();
    papers::keep(&world.pool, &paper, &world.quotas)
        .await
        .unwrap();
}
