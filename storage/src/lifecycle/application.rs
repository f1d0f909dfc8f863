//! Orders as their applicants write them: made, changed, handed in.

mod differences;
mod papers;

use chrono::{DateTime, Utc};
use domain::attachment::AttachmentKind;
use domain::behaviour::Behaviour;
use domain::ids::{AttachmentId, OrderId, UserId};
use domain::order::application::{
    ApplicationContent, ApplicationForm, CatalogueOnly, Intent, check,
};
use domain::order::data_kind::DataKind;
use domain::order::get_method::GetMethod;
use domain::order::kind::OrderKind;
use domain::order::number::OrderNumber;
use domain::order::rules;
use domain::order::state::{Action, Capability, OrderState, transition};
use domain::quota::Quotas;
use domain::size::ByteCount;
use sqlx::{PgConnection, PgPool};
use texts::{Detail, EventText};

pub(super) use differences::{of_papers, of_scenes};
pub(super) use papers::check_fit;
pub use papers::save_papers;

use self::differences::FiledApplication;
use self::papers::check_papers;
use super::guard::{EventNote, LockedOrder, Step};
use super::{By, LifecycleError, catalogued, content_of, scope};
use crate::db::account_events::FieldChange;
use crate::db::behaviours;
use crate::db::order_events::{self, NewEvent};
use crate::db::orders::{self, Change, NewOrder, Order};
use crate::db::{attachments, dictionary, holdings, order_scenes, users};
use crate::sealed::ServerKey;

/// An order as it is asked for.
#[derive(Debug, Clone)]
pub struct Application<'a> {
    pub kind: OrderKind,
    /// `dataType`.
    pub data_type: &'a str,
    /// The form; its get method is a wish.
    pub form: ApplicationForm,
    /// `dataid` of every scene.
    pub scenes: &'a [String],
    pub papers: &'a [(AttachmentKind, AttachmentId)],
    /// Only kept, or handed in.
    pub intent: Intent,
    /// What becomes of scenes that are only in the catalogue; to be chosen before any of them is handed in.
    pub catalogue_only: Option<CatalogueOnly>,
}

/// `Idempotency-Key` and the digest of the request that came with it.
#[derive(Debug, Clone, Copy)]
pub struct Idempotency<'a> {
    pub key: &'a str,
    /// SHA-256 of the request.
    pub request: &'a [u8],
}

const fn action(intent: Intent) -> Action {
    match intent {
        Intent::Save => Action::Save,
        Intent::Submit => Action::Submit,
    }
}

/// The database, and the key under which the form's telephone number is sealed.
pub type Sealing<'a> = (&'a PgPool, &'a ServerKey);

/// Makes an order, unless the person has too many open ones. The same idempotency key with the same request again returns the order that it made.
pub async fn create(
    (pool, key): Sealing<'_>,
    application: Application<'_>,
    user: UserId,
    by: By<'_>,
    quotas: &Quotas,
    idempotency: Option<Idempotency<'_>>,
    now: DateTime<Utc>,
) -> Result<Order, LifecycleError> {
    let state = transition(None, action(application.intent), by.capability(user))?;
    let mut tx = pool.begin().await?;
    if let Some(idempotency) = idempotency
        && let Some(order) = already_made(&mut tx, user, idempotency).await?
    {
        return Ok(order);
    }
    make_room(&mut tx, user, quotas).await?;
    by.lock_actor(&mut tx).await?;
    let id = OrderId::fresh();
    let (kind, intent, data_type) = (
        application.kind,
        application.intent,
        application.data_type.to_owned(),
    );
    let choice = application.catalogue_only;
    let content = resolve(&mut tx, application, (user, id), now)
        .await?
        .content;
    let (words, method) = (
        dictionary::words_of_orders(&mut tx).await?,
        content.form.get_method,
    );
    check(&content, (kind, &words), intent, method, None)?;
    catalogued::check(&mut tx, &content, (intent, choice)).await?;
    let new = NewOrder {
        id,
        state,
        kind,
        data_type: &data_type,
        owner: user,
        form: &content.form,
        now,
    };
    let number = orders::insert(&mut tx, key, &new).await?;
    write_content(&mut tx, id, &content, now).await?;
    record_creation(
        &mut tx,
        &new,
        &number,
        (action(intent), Detail::default()),
        by,
    )
    .await?;
    if let Some(idempotency) = idempotency {
        orders::keep_idempotent(&mut tx, user, idempotency.key, idempotency.request, id).await?;
    }
    let made = LockedOrder::lock_within(tx, id, by, now).await?;
    made.commit_as_read().await
}

/// Whether the person may have one more open order; others who ask for the same person wait for this one.
pub(super) async fn make_room(
    db: &mut PgConnection,
    user: UserId,
    quotas: &Quotas,
) -> Result<(), LifecycleError> {
    users::lock(db, user).await?;
    quotas.check_orders(holdings::open_orders(db, user).await?)?;
    Ok(())
}

pub(super) async fn already_made(
    db: &mut PgConnection,
    user: UserId,
    key: Idempotency<'_>,
) -> Result<Option<Order>, LifecycleError> {
    orders::lock_idempotent(db, user, key.key).await?;
    match orders::find_idempotent(db, user, key.key).await? {
        None => Ok(None),
        Some((_, request)) if request != key.request => Err(LifecycleError::KeyReused),
        Some((id, _)) => Ok(orders::find(db, id).await?),
    }
}

pub(super) async fn record_creation(
    db: &mut PgConnection,
    new: &NewOrder<'_>,
    number: &OrderNumber,
    (action, detail): (Action, Detail),
    by: By<'_>,
) -> Result<(), LifecycleError> {
    let event = NewEvent {
        order: new.id,
        at: new.now,
        role: "owner",
        user: by.user(),
        action,
        from: None,
        to: new.state,
        reason_code: "",
        detail: &detail,
        changes: &[],
        client_ip: by.client_ip(),
        agent: by.agent(),
    };
    order_events::insert(db, &event).await?;
    let entry = behaviours::BehaviourEntry {
        kind: Behaviour::CreateOrder,
        at: new.now,
        user: by.user(),
        client_ip: by.client_ip(),
        agent: by.agent(),
        detail_url: "/api/orders",
        ordername: Some(number.as_str()),
        data_num: None,
        data_size: None,
    };
    behaviours::record(db, &entry).await?;
    Ok(())
}

/// Replaces the whole application of an order that may still be changed, and keeps it or hands it in.
pub async fn update(
    (pool, key): Sealing<'_>,
    id: OrderId,
    application: Application<'_>,
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<Order, LifecycleError> {
    let mut locked = LockedOrder::lock(pool, id, by, now).await?;
    let (intent, choice) = (application.intent, application.catalogue_only);
    let step = locked.ask(action(intent))?;
    let (db, order) = locked.parts();
    let after = resolve(db, application, (order.owner, id), now).await?;
    let before = filed(db, key, order).await?;
    let content = &after.content;
    if intent == Intent::Save && is_saved(key, order, &before.content, content) {
        return Ok(order.clone());
    }
    catalogued::check(db, content, (intent, choice)).await?;
    let changes = differences::of_applications(&before, &after);
    keep(&mut locked, key, step, (content, intent), changes).await?;
    let (db, _) = locked.parts();
    write_content(db, id, content, now).await?;
    locked.commit_and_read().await
}

/// The application as the order holds it.
async fn filed(
    db: &mut PgConnection,
    key: &ServerKey,
    order: &Order,
) -> Result<FiledApplication, LifecycleError> {
    Ok(FiledApplication {
        content: content_of(db, key, order).await?,
        papers: attachments::of_order(db, order.id).await?,
    })
}

/// Whether saving would change nothing and is allowed: then nothing happens that its time line could tell of. A rejected order
/// as it was rejected is no such case; that is refused.
fn is_saved(
    key: &ServerKey,
    order: &Order,
    before: &ApplicationContent,
    after: &ApplicationContent,
) -> bool {
    before == after && rejected(key, order).as_ref() != Some(after)
}

/// What the order held when it was rejected, while it stands as rejected.
fn rejected(key: &ServerKey, order: &Order) -> Option<ApplicationContent> {
    let rejected = order.rejected.as_ref();
    rejected
        .filter(|_| order.state == OrderState::Rejected)
        .map(|content| content.open(key))
}

/// Hands an order in as it is stored, or without its scenes that are only in the catalogue.
pub async fn submit(
    (pool, key): Sealing<'_>,
    id: OrderId,
    choice: Option<CatalogueOnly>,
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<Order, LifecycleError> {
    let mut locked = LockedOrder::lock(pool, id, by, now).await?;
    let step = locked.ask(Action::Submit)?;
    let (db, order) = locked.parts();
    let before = content_of(db, key, order).await?;
    if choice == Some(CatalogueOnly::LeaveOut) {
        order_scenes::remove_catalogued(db, id).await?;
        locked.reread().await?;
    }
    let (db, order) = locked.parts();
    scope::check_order(db, order, now).await?;
    let mut content = content_of(db, key, order).await?;
    content.form.get_method = decided(&content.form, order.kind, order.volume);
    catalogued::check(db, &content, (Intent::Submit, choice)).await?;
    let changes = differences::of_contents(&before, &content);
    let content = (&content, Intent::Submit);
    keep(&mut locked, key, step, content, changes).await?;
    locked.commit_and_read().await
}

async fn keep(
    locked: &mut LockedOrder<'_>,
    key: &ServerKey,
    step: Step,
    (content, intent): (&ApplicationContent, Intent),
    changes: Vec<FieldChange>,
) -> Result<(), LifecycleError> {
    let now = locked.now();
    let (db, order) = locked.parts();
    let (method, rejected) = (content.form.get_method, rejected(key, order));
    let words = dictionary::words_of_orders(db).await?;
    let form = (order.kind, &words);
    check(content, form, intent, method, rejected.as_ref())?;
    orders::update_form(db, key, (order.id, order.state), &content.form, now).await?;
    let note = EventNote::default().with_changes(changes);
    locked.advance(step, &Change::default(), note).await
}

/// What came of adding scenes to an order.
#[derive(Debug, Clone)]
pub struct ScenesAdded {
    /// The order after the change.
    pub order: Order,
    /// How many it did not hold before.
    pub added: usize,
}

/// Adds scenes to an order that its applicant may still change, at the end of those it holds.
///
/// # Errors
/// Scenes that do not exist, of another kind of data than the order's, or more than `most` together.
pub async fn add_scenes(
    pool: &PgPool,
    id: OrderId,
    (dataids, most): (&[String], usize),
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<ScenesAdded, LifecycleError> {
    let mut locked = LockedOrder::lock(pool, id, by, now).await?;
    let step = locked.ask(Action::Save)?;
    let (db, order) = locked.parts();
    let found = order_scenes::resolve(db, dataids).await?;
    if !found.unknown.is_empty() {
        return Err(LifecycleError::UnknownScenes(found.unknown));
    }
    scope::check_named(db, order.owner, dataids, now).await?;
    rules::may_add(DataKind::of_order(&order.data_type), &found.kinds)?;
    let before = (usize::try_from(order.scenes), order.form.rest().get_method);
    let added = order_scenes::append(db, id, &found.dids).await?;
    if added == 0 {
        let order = order.clone();
        return Ok(ScenesAdded { order, added });
    }
    locked.reread().await?;
    let (db, order) = locked.parts();
    if usize::try_from(order.scenes).is_ok_and(|scenes| scenes > most) {
        return Err(LifecycleError::TooManyScenes(most));
    }
    let method = decided(order.form.rest(), order.kind, order.volume);
    orders::update_get_method(db, (id, order.state), method, now).await?;
    let text = EventText::ScenesAdded {
        added: added.to_string(),
    };
    let changes = differences::of_get_methods(before.1, method).into_iter();
    let changes = changes.chain(of_scenes(before.0.unwrap_or_default(), added, 0));
    let note = EventNote::from(text).with_changes(changes.collect());
    locked.advance(step, &Change::default(), note).await?;
    let order = locked.commit_and_read().await?;
    Ok(ScenesAdded { order, added })
}

pub(super) fn decided(
    form: &ApplicationForm,
    kind: OrderKind,
    volume: ByteCount,
) -> Option<GetMethod> {
    form.get_method
        .map(|wish| GetMethod::decide(wish, kind, volume))
}

async fn resolve(
    db: &mut PgConnection,
    application: Application<'_>,
    (user, order): (UserId, OrderId),
    now: DateTime<Utc>,
) -> Result<FiledApplication, LifecycleError> {
    let mut found = order_scenes::resolve(db, application.scenes).await?;
    if !found.unknown.is_empty() {
        return Err(LifecycleError::UnknownScenes(found.unknown));
    }
    scope::check_named(db, user, application.scenes, now).await?;
    rules::may_add(DataKind::of_order(application.data_type), &found.kinds)?;
    if application.catalogue_only == Some(CatalogueOnly::LeaveOut) {
        found = order_scenes::with_files(db, &found.dids).await?;
    }
    let papers = check_papers(db, user, order, application.papers).await?;
    let mut form = application.form.trimmed();
    form.get_method = decided(&form, application.kind, found.volume);
    let content = ApplicationContent::new(form, found.dids, application.papers.to_vec());
    Ok(FiledApplication { content, papers })
}

async fn write_content(
    db: &mut PgConnection,
    order: OrderId,
    content: &ApplicationContent,
    now: DateTime<Utc>,
) -> Result<(), LifecycleError> {
    order_scenes::replace(db, order, &content.scenes).await?;
    let ids: Vec<_> = content.papers.iter().map(|(_, id)| *id).collect();
    attachments::replace(db, order, &ids, now).await?;
    Ok(())
}

/// What `by` may do to the order now: the buttons to offer.
#[must_use]
pub fn offered(order: &Order, by: By<'_>) -> Vec<Action> {
    let capability: Capability = by.capability(order.owner);
    Action::ALL
        .into_iter()
        .filter(|action| transition(Some(order.state), *action, capability).is_ok())
        .collect()
}
