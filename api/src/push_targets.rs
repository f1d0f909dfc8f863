//! Places of one's own that scenes are pushed to (推送地址), and what administrators allow them.

mod form;
mod key;
mod limits;
mod list;
mod record;
mod remove;
mod save;
mod steer;
mod trial;

use chrono::{DateTime, Utc};
use domain::permission::Permission;
use domain::push_bounds::PushHold;
use domain::push_target::{SignIn, SignInKey, TargetKind};
use push::{HostKey, stranger_key};
use serde::Serialize;
use storage::db::push_targets::PushTarget;
use texts::Detail;
use utoipa::ToSchema;
use utoipa_axum::routes;
use uuid::Uuid;

use crate::message::MessageBody;
use crate::orders::codes;
use crate::router::{RouteAccess, Routes};

pub(crate) fn declare(routes: &mut Routes) {
    let own = RouteAccess::Needs(Permission::CreateOrders);
    routes.add(own, routes!(list::list, save::create));
    routes.add(own, routes!(save::change, remove::remove));
    routes.add(own, routes!(key::show));
    let desk = RouteAccess::Needs(Permission::AuditOrders);
    routes.add(desk, routes!(list::list_all));
    routes.add(desk, routes!(limits::set_limits));
    routes.add(desk, routes!(trial::try_out));
    routes.add(desk, routes!(steer::stop));
    routes.add(desk, routes!(steer::resume));
}

/// A place that scenes are pushed to. Its secret is never shown.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PushTarget)]
#[serde(rename_all = "camelCase")]
struct TargetView {
    id: Uuid,
    name: String,
    /// Name of whose it is.
    owner: String,
    #[schema(value_type = codes::TargetKind)]
    kind: TargetKind,
    /// Without a user and a password. Empty: a shelf has none.
    address: String,
    /// Region of a bucket, or empty.
    region: String,
    login_name: String,
    #[schema(value_type = codes::TargetSignIn)]
    sign_in: SignIn,
    /// Null: one signs in with no key.
    #[schema(required, value_type = Option<codes::TargetSignInKey>)]
    sign_in_key: Option<SignInKey>,
    /// Fingerprint of the key that its host showed when it was saved, as `ssh-keygen -l` writes it. Whoever shows another one
    /// gets nothing. Null: its kind has none.
    #[schema(required)]
    host_key: Option<String>,
    /// What it is a key of, such as `ssh-ed25519`.
    #[schema(required)]
    host_key_type: Option<String>,
    /// Fingerprint of another key, where the host was left because it showed that: save the target with it as `hostKey` once it
    /// was compared. Null: nobody else was met.
    #[schema(required)]
    offered_host_key: Option<String>,
    /// When a file was last written, read and removed there before it was saved; of a shelf, when it was saved.
    tested_at: DateTime<Utc>,
    /// Files at once.
    most_parallel: i32,
    /// Bytes a day; null: any.
    #[schema(required)]
    daily_bytes: Option<i64>,
    /// Bytes a second, as its owner has set it; null: any.
    #[schema(required)]
    bytes_per_second: Option<i64>,
    /// Bytes a second that administrators allow; null: any.
    #[schema(required)]
    most_bytes_per_second: Option<i64>,
    /// What held back what was due at the last look; null: nothing.
    #[schema(required, value_type = Option<codes::PushHold>)]
    hold: Option<PushHold>,
    /// Why administrators stopped it (`hold` is `stopped`), in their words; null: they did not.
    #[schema(required)]
    stop_reason: Option<String>,
    /// Bytes that were delivered since the day began in China.
    sent_today: i64,
    /// Subscriptions that have not ended and go there.
    subscriptions: i64,
    /// Failures in a row.
    failures: i32,
    /// Until when nothing is sent, because it fails; then one file is, to see whether it works again. Null: it works.
    #[schema(required)]
    rests_until: Option<DateTime<Utc>>,
    /// Why it last failed; null: it works.
    #[schema(required)]
    failure: Option<String>,
    /// The same as a code with parameters.
    #[schema(required)]
    failure_message: Option<MessageBody>,
}

impl From<PushTarget> for TargetView {
    fn from(target: PushTarget) -> Self {
        let host = target.host_key.as_deref().and_then(HostKey::parse);
        Self {
            id: target.id.0,
            name: target.name,
            owner: target.owner_name,
            kind: target.kind,
            address: target.address,
            region: target.region,
            login_name: target.login_name,
            sign_in: target.sign_in,
            sign_in_key: target.sign_in_key,
            host_key: host.as_ref().map(HostKey::fingerprint),
            offered_host_key: target.failure.as_ref().and_then(stranger_key),
            host_key_type: host.as_ref().map(HostKey::algorithm),
            tested_at: target.tested,
            most_parallel: target.most_parallel,
            daily_bytes: target.daily_bytes,
            bytes_per_second: target.bytes_per_second,
            most_bytes_per_second: target.most_bytes_per_second,
            hold: target.hold,
            stop_reason: Some(target.stop_reason).filter(|reason| !reason.is_empty()),
            sent_today: target.sent_today,
            subscriptions: target.subscriptions,
            failures: target.breaker.failures,
            rests_until: target.breaker.rests_until,
            failure: target.failure.as_ref().map(Detail::chinese),
            failure_message: target.failure.and_then(MessageBody::from_detail),
        }
    }
}

#[cfg(test)]
mod tests;
