//! Orders of an old portal, their scenes, time lines and ratings.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, NaiveDate, Utc};
use domain::ids::{OrderId, UserId};
use domain::old_portal::history::HistoryStep;
use domain::old_portal::order::{CheckedOrder, CheckedScene};
use domain::old_portal::order_row::Canceller;
use domain::order::application::{ApplicationContent, ApplicationForm};
use domain::order::feedback::{Feedback, Rating};
use domain::order::scene_state::SceneState;
use domain::order::state::{Action, Capability, OrderState};
use sqlx::PgConnection;
use texts::Detail;
use uuid::Uuid;

use super::{column, uuids};
use crate::StorageError;
use crate::personal_data::OrderPhone;
use crate::sealed::ServerKey;

/// An order that is written.
#[derive(Debug, Clone)]
pub(crate) struct NewOldOrder {
    pub(crate) id: OrderId,
    pub(crate) order: CheckedOrder,
}

impl NewOldOrder {
    /// When this last happened to it.
    pub(crate) fn moment(&self, action: Action) -> Option<DateTime<Utc>> {
        let mut steps = self.order.history.iter().rev();
        steps.find(|step| step.action == action).map(|step| step.at)
    }

    fn last(&self) -> Option<DateTime<Utc>> {
        self.order.history.last().map(|step| step.at)
    }

    /// What it held when it was rejected, without the telephone number.
    fn rejected(&self) -> Option<serde_json::Value> {
        let order = &self.order;
        if order.state != OrderState::Rejected {
            return None;
        }
        let form = ApplicationForm {
            phone: String::new(),
            ..order.form.clone()
        };
        let scenes = order.scenes.iter().map(|scene| scene.did).collect();
        serde_json::to_value(ApplicationContent::new(form, scenes, Vec::new())).ok()
    }

    fn cancelled_by(&self) -> Option<String> {
        let capability = match self.order.cancelled_by? {
            Canceller::Owner => Capability::Owner,
            Canceller::Admin => Capability::Auditor,
        };
        Some(capability.as_str().to_owned())
    }
}

/// Whose orders have these numbers.
pub(crate) async fn owners(
    db: &mut PgConnection,
    numbers: &[String],
) -> Result<HashMap<String, UserId>, StorageError> {
    let rows = sqlx::query!(
        "SELECT ordername, user_id FROM orders WHERE ordername = ANY ($1)",
        numbers
    )
    .fetch_all(db)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.ordername, UserId(row.user_id)))
        .collect())
}

/// Writes orders, but none of a number that there is; the ids of those that were written. In the order of their numbers, so
/// that two who do it at once wait for one another and do not block each other.
pub(crate) async fn insert(
    db: &mut PgConnection,
    key: &ServerKey,
    orders: &[NewOldOrder],
) -> Result<HashSet<OrderId>, StorageError> {
    let text = |value: fn(&CheckedOrder) -> &str| -> Vec<String> {
        column(orders, |new| value(&new.order).to_owned())
    };
    let phones: Vec<Option<Vec<u8>>> = (orders.iter())
        .map(|new| OrderPhone(new.id).seal(key, &new.order.form.phone))
        .collect::<Result<_, _>>()?;
    let moment =
        |action| -> Vec<Option<DateTime<Utc>>> { column(orders, |new| new.moment(action)) };
    let created = column(orders, |new| new.order.history.first().map(|step| step.at));
    let written = sqlx::query_scalar!(
        "INSERT INTO orders (id, ordername, state, kind, data_type, user_id, applyuser, apply_user_phone_sealed, apply_user_unit, \
         apply_user_used, product_name, get_method, description, process_describe, extracting_elements, assignment, wanted_end, \
         cause, auditor_id, data_count, data_size, unsized_count, created_at, updated_at, submitted_at, ended_at, cancelled_by, \
         rejected_form, rejected_phone_sealed) \
         SELECT n.*, CASE WHEN n.rejected_form IS NOT NULL THEN n.phone END FROM unnest($1::uuid[], $2::text[], $3::smallint[], \
         $4::smallint[], $5::text[], $6::uuid[], $7::text[], $8::bytea[], $9::text[], $10::text[], $11::text[], $12::smallint[], \
         $13::text[], $14::text[], $15::text[], $16::text[], $17::date[], $18::text[], $19::uuid[], $20::integer[], $21::bigint[], \
         $22::integer[], $23::timestamptz[], $24::timestamptz[], $25::timestamptz[], $26::timestamptz[], $27::text[], $28::jsonb[]) \
         AS n (id, ordername, state, kind, data_type, user_id, applyuser, phone, unit, usage, product_name, get_method, description, \
         process_describe, extracting_elements, assignment, wanted_end, cause, auditor_id, data_count, data_size, unsized_count, \
         created_at, updated_at, submitted_at, ended_at, cancelled_by, rejected_form) ORDER BY n.ordername \
         ON CONFLICT (ordername) DO NOTHING RETURNING id",
        &uuids(orders, |new| new.id.0),
        &text(|order| order.number.as_str()),
        &column(orders, |new| new.order.state.code()),
        &column(orders, |new| new.order.kind.code()),
        &text(|order| &order.data_type),
        &uuids(orders, |new| new.order.owner.0),
        &text(|order| &order.form.applyuser),
        &phones as &[Option<Vec<u8>>],
        &text(|order| &order.form.unit),
        &text(|order| &order.form.usage),
        &text(|order| &order.form.project),
        &column(orders, |new| new.order.method.code()),
        &text(|order| &order.form.description),
        &text(|order| &order.form.process_describe),
        &text(|order| &order.form.extracting_elements),
        &text(|order| &order.form.assignment),
        &column(orders, |new| new.order.form.wanted_end) as &[Option<NaiveDate>],
        &text(|order| &order.cause),
        &uuids(orders, |new| new.order.auditor.0),
        &column(orders, |new| count(new.order.scenes.len())),
        &column(orders, |new| new.order.volume.0),
        &column(orders, |new| new.order.volume.1),
        &created as &[Option<DateTime<Utc>>],
        &column(orders, NewOldOrder::last) as &[Option<DateTime<Utc>>],
        &moment(Action::Submit) as &[Option<DateTime<Utc>>],
        &moment(Action::Complete) as &[Option<DateTime<Utc>>],
        &column(orders, NewOldOrder::cancelled_by) as &[Option<String>],
        &column(orders, NewOldOrder::rejected) as &[Option<serde_json::Value>]
    )
    .fetch_all(db)
    .await?;
    Ok(written.into_iter().map(OrderId).collect())
}

fn count(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

/// Writes their scenes: those of prepared orders extracted, their bytes gone with the delivery.
pub(crate) async fn insert_scenes(
    db: &mut PgConnection,
    orders: &[NewOldOrder],
) -> Result<(), StorageError> {
    struct SceneLine<'a> {
        order: OrderId,
        position: i32,
        scene: &'a CheckedScene,
        ready: Option<DateTime<Utc>>,
    }
    let lines: Vec<SceneLine<'_>> = (orders.iter())
        .flat_map(|new| {
            let ready = new.moment(Action::FinishPreparation);
            (1..)
                .zip(&new.order.scenes)
                .map(move |(position, scene)| SceneLine {
                    order: new.id,
                    position,
                    scene,
                    ready,
                })
        })
        .collect();
    sqlx::query!(
        "INSERT INTO order_scene (order_id, did, position, state, size, sha256, ready_at) \
         SELECT n.order_id, n.did, n.position, CASE WHEN n.ready IS NOT NULL THEN $7::smallint END, \
         CASE WHEN n.ready IS NOT NULL THEN n.size END, CASE WHEN n.ready IS NOT NULL THEN n.sha256 END, n.ready \
         FROM unnest($1::uuid[], $2::bigint[], $3::integer[], $4::bigint[], $5::bytea[], $6::timestamptz[]) \
         AS n (order_id, did, position, size, sha256, ready)",
        &uuids(&lines, |line| line.order.0),
        &column(&lines, |line| line.scene.did),
        &column(&lines, |line| line.position),
        &column(&lines, |line| line.scene.size),
        &column(&lines, |line| line.scene.sha256.map(Vec::from)) as &[Option<Vec<u8>>],
        &column(&lines, |line| line.ready) as &[Option<DateTime<Utc>>],
        SceneState::Extracted.code()
    )
    .execute(db)
    .await?;
    Ok(())
}

/// A step of an order's time line, with whoever took it and what it says.
#[derive(Debug, Clone)]
pub(crate) struct OldEvent {
    pub(crate) order: OrderId,
    pub(crate) step: HistoryStep,
    pub(crate) user: Option<UserId>,
    pub(crate) detail: Detail,
}

/// Writes time lines. Nobody is told of what happened long ago.
pub(crate) async fn insert_events(
    db: &mut PgConnection,
    events: &[OldEvent],
) -> Result<(), StorageError> {
    let details: Vec<serde_json::Value> = (events.iter())
        .map(|event| serde_json::to_value(&event.detail).unwrap_or_default())
        .collect();
    sqlx::query!(
        "INSERT INTO order_event (order_id, at, actor, user_id, action, from_state, to_state, text, detail, told, imported) \
         SELECT n.*, true, true FROM unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::uuid[], $5::text[], $6::smallint[], \
         $7::smallint[], $8::text[], $9::jsonb[]) AS n",
        &uuids(events, |event| event.order.0),
        &column(events, |event| event.step.at),
        &column(events, |event| event.step.capability.as_str().to_owned()),
        &column(events, |event| event.user.map(|user| user.0)) as &[Option<Uuid>],
        &column(events, |event| event.step.action.as_str().to_owned()),
        &column(events, |event| event.step.from.map(OrderState::code)) as &[Option<i16>],
        &column(events, |event| event.step.to.code()),
        &column(events, |event| event.detail.chinese()),
        &details
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Writes what applicants said of them. Before their entries in the registry: a delivery is counted together with its rating, once.
pub(crate) async fn insert_feedback(
    db: &mut PgConnection,
    orders: &[NewOldOrder],
) -> Result<(), StorageError> {
    let rated: Vec<(Uuid, DateTime<Utc>, &Feedback)> = (orders.iter())
        .filter_map(|new| {
            let at = new.moment(Action::GiveFeedback)?;
            Some((new.id.0, at, new.order.feedback.as_ref()?))
        })
        .collect();
    sqlx::query!(
        "INSERT INTO feedback (order_id, appraise, response_speed, service_attitude, content, created_at) \
         SELECT * FROM unnest($1::uuid[], $2::smallint[], $3::smallint[], $4::smallint[], $5::text[], $6::timestamptz[])",
        &uuids(&rated, |rated| rated.0),
        &column(&rated, |rated| rated.2.overall.code()),
        &column(&rated, |rated| rated.2.response_speed.map(Rating::code)) as &[Option<i16>],
        &column(&rated, |rated| rated.2.service_attitude.map(Rating::code)) as &[Option<i16>],
        &column(&rated, |rated| rated.2.content.clone()),
        &column(&rated, |rated| rated.1)
    )
    .execute(db)
    .await?;
    Ok(())
}
