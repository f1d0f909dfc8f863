//! Accounts as administrators see them.

use chrono::{DateTime, Utc};
use domain::account::{AccountStatus, Approval, Sex, UserType};
use domain::behaviour::Behaviour;
use domain::ids::UserId;
use domain::list_order::UserOrder;
use domain::permission::PermissionSet;
use domain::role::RoleId;
use sqlx::PgConnection;
use uuid::Uuid;

use super::users::{Profile, known_approval};
use super::{Listing, Page, containing, sessions};
use crate::StorageError;
use crate::personal_data::{SealedField, phone_code};
use crate::sealed::ServerKey;

/// Which accounts to list; `None` filters nothing.
#[derive(Debug, Clone, Default)]
pub struct PeopleFilter {
    /// Only the account with this id.
    pub id: Option<UserId>,
    /// Part of the login name, the name, the unit or the address.
    pub part: Option<String>,
    /// Whether `part` may be the whole mobile number as well: only for who may read it. Of a masked one four digits are left
    /// to guess.
    pub by_phone: bool,
    /// Only people who have this role.
    pub role: Option<RoleId>,
    /// Only accounts in this state.
    pub status: Option<AccountStatus>,
    /// Order of the list.
    pub order: UserOrder,
}

/// An account with what administrators ask of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    pub id: UserId,
    /// What the person signs in with.
    pub login_name: String,
    /// The roles that the person has.
    pub roles: Vec<RoleId>,
    /// What the person may do, through all of them.
    pub permissions: PermissionSet,
    /// What sort of user the person registered as.
    pub user_type: UserType,
    /// What the person has told.
    pub profile: Profile,
    /// Whether the person may sign in, and why not.
    pub status: AccountStatus,
    /// Why the registration was refused, or empty.
    pub refusal_reason: String,
    /// When the account was made.
    pub created: DateTime<Utc>,
    /// When the person last signed in.
    pub signed_in: Option<DateTime<Utc>>,
    /// Number of live sessions.
    pub sessions: i64,
    /// Whether it is one of the demo's.
    pub demo: bool,
    /// Whether the person proves a second factor on signing in.
    pub second_factor: bool,
    /// When the period began for which the account is valid.
    pub valid_from: DateTime<Utc>,
}

struct PersonRow {
    id: Uuid,
    login_name: String,
    user_type: String,
    roles: Vec<String>,
    permissions: Vec<String>,
    user_name: String,
    unit: String,
    phone: String,
    phone_sealed: Option<Vec<u8>>,
    email: String,
    nick_name: String,
    phone_work: String,
    phone_work_sealed: Option<Vec<u8>>,
    id_number_sealed: Option<Vec<u8>>,
    fax: String,
    address: String,
    sex: Option<i16>,
    approval: String,
    refusal_reason: String,
    disabled: bool,
    created_at: DateTime<Utc>,
    signed_in: Option<DateTime<Utc>>,
    sessions: i64,
    demo: bool,
    second_factor: bool,
    valid_from: DateTime<Utc>,
}

impl PersonRow {
    fn open(self, key: &ServerKey) -> Result<Person, StorageError> {
        let row = self;
        let id = UserId(row.id);
        let opened = |field: SealedField, sealed: Option<&[u8]>, plain: &str| {
            field.open_or_none(key, id, (sealed, plain.to_owned()))
        };
        let phone = opened(SealedField::Phone, row.phone_sealed.as_deref(), &row.phone);
        let work = row.phone_work_sealed.as_deref();
        let phone_work = opened(SealedField::PhoneWork, work, &row.phone_work);
        let id_number = opened(SealedField::IdNumber, row.id_number_sealed.as_deref(), "");
        Ok(Person {
            id,
            login_name: row.login_name,
            roles: row.roles.into_iter().map(RoleId).collect(),
            permissions: PermissionSet::of_codes(&row.permissions),
            user_type: UserType::parse(&row.user_type).ok_or_else(|| {
                StorageError::UnknownValue {
                    column: "app_user.user_type",
                    value: row.user_type.clone(),
                }
            })?,
            profile: Profile {
                user_name: row.user_name,
                unit: row.unit,
                phone,
                email: row.email,
                nick_name: row.nick_name,
                phone_work,
                fax: row.fax,
                address: row.address,
                id_number,
                sex: row.sex.and_then(Sex::from_code),
            },
            status: AccountStatus::new(known_approval(&row.approval)?, row.disabled),
            refusal_reason: row.refusal_reason,
            created: row.created_at,
            signed_in: row.signed_in,
            sessions: row.sessions,
            demo: row.demo,
            second_factor: row.second_factor,
            valid_from: row.valid_from,
        })
    }
}

/// Accounts.
///
/// Statements with orders name each of them: the planner, which knows the parameter, drops all but one and can take an index.
pub async fn list(
    db: &mut PgConnection,
    key: &ServerKey,
    filter: &PeopleFilter,
    page: Page,
    now: DateTime<Utc>,
) -> Result<Listing<Person>, StorageError> {
    let pattern = filter.part.as_deref().map(containing);
    let number = filter.part.as_deref().filter(|_| filter.by_phone);
    let code = number.and_then(|number| phone_code(key, number));
    let approval = filter.status.map(AccountStatus::approval);
    let approval = approval.map(Approval::as_str);
    let disabled = filter.status.and_then(AccountStatus::is_disabled);
    let role = filter.role.as_ref().map(|role| role.0.as_str());
    let total = sqlx::query_scalar!(
        "SELECT count(*) AS \"count!\" FROM app_user u WHERE ($1::uuid IS NULL OR u.id = $1) \
         AND ($2::text IS NULL OR u.login_name ILIKE $2 OR u.user_name ILIKE $2 OR u.unit ILIKE $2 OR u.email ILIKE $2 OR u.phone_code = $6) \
         AND ($3::text IS NULL OR EXISTS (SELECT FROM user_role h WHERE h.user_id = u.id AND h.role_id = $3)) AND ($4::text IS NULL OR u.approval = $4) \
         AND ($5::boolean IS NULL OR (u.disabled_at IS NOT NULL) = $5)",
        filter.id.map(|id| id.0),
        pattern,
        role,
        approval,
        disabled,
        code.as_deref()
    )
    .fetch_one(&mut *db)
    .await?;
    // The page is chosen first: what is asked about each person would be asked about those on the pages before, too.
    let rows = sqlx::query_as!(
        PersonRow,
        "SELECT u.id, u.login_name, u.user_type, roles_of(u.id) AS \"roles!\", permissions_of(u.id) AS \"permissions!\", u.user_name, u.unit, u.phone, u.phone_sealed, u.email, u.nick_name, u.phone_work, u.phone_work_sealed, u.id_number_sealed, u.fax, \
         u.address, u.sex, u.approval, u.refusal_reason, (u.disabled_at IS NOT NULL) AS \"disabled!\", u.created_at, u.demo, u.valid_from, \
         has_second_factor(u.id) AS \"second_factor!\", \
         (SELECT b.at FROM behaviour b WHERE b.user_id = u.id AND b.kind = $8 ORDER BY b.at DESC LIMIT 1) AS signed_in, \
         (SELECT count(*) FROM session s WHERE s.user_id = u.id AND s.expires_at > $9 AND s.last_seen_at > $10) \
         AS \"sessions!\" FROM (SELECT * FROM app_user u WHERE ($1::uuid IS NULL OR u.id = $1) \
         AND ($2::text IS NULL OR u.login_name ILIKE $2 OR u.user_name ILIKE $2 OR u.unit ILIKE $2 OR u.email ILIKE $2 OR u.phone_code = $11) \
         AND ($3::text IS NULL OR EXISTS (SELECT FROM user_role h WHERE h.user_id = u.id AND h.role_id = $3)) AND ($4::text IS NULL OR u.approval = $4) \
         AND ($5::boolean IS NULL OR (u.disabled_at IS NOT NULL) = $5) \
         ORDER BY CASE WHEN $12::text = 'created' THEN u.created_at END ASC, CASE WHEN $12 = '-created' THEN u.created_at END DESC, \
         CASE WHEN $12 = 'loginName' THEN lower(u.login_name) END ASC, CASE WHEN $12 = '-loginName' THEN lower(u.login_name) END DESC, \
         CASE WHEN $12 = 'name' THEN u.user_name END ASC, CASE WHEN $12 = '-name' THEN u.user_name END DESC, \
         CASE WHEN $12 = 'unit' THEN u.unit END ASC, CASE WHEN $12 = '-unit' THEN u.unit END DESC, u.id DESC LIMIT $6 OFFSET $7) u \
         ORDER BY CASE WHEN $12 = 'created' THEN u.created_at END ASC, CASE WHEN $12 = '-created' THEN u.created_at END DESC, \
         CASE WHEN $12 = 'loginName' THEN lower(u.login_name) END ASC, CASE WHEN $12 = '-loginName' THEN lower(u.login_name) END DESC, \
         CASE WHEN $12 = 'name' THEN u.user_name END ASC, CASE WHEN $12 = '-name' THEN u.user_name END DESC, \
         CASE WHEN $12 = 'unit' THEN u.unit END ASC, CASE WHEN $12 = '-unit' THEN u.unit END DESC, u.id DESC",
        filter.id.map(|id| id.0),
        pattern,
        role,
        approval,
        disabled,
        page.limit(),
        page.offset(),
        Behaviour::SignIn.code(),
        now,
        now - sessions::IDLE,
        code.as_deref(),
        filter.order.as_str()
    )
    .fetch_all(db)
    .await?;
    let items = rows.into_iter().map(|row| row.open(key));
    Ok(Listing {
        items: items.collect::<Result<_, _>>()?,
        total,
    })
}

/// An account by its id.
pub async fn find(
    db: &mut PgConnection,
    key: &ServerKey,
    id: UserId,
    now: DateTime<Utc>,
) -> Result<Option<Person>, StorageError> {
    let only = PeopleFilter {
        id: Some(id),
        ..PeopleFilter::default()
    };
    let mut found = list(db, key, &only, Page::new(None, None), now).await?;
    Ok(found.items.pop())
}

/// Begins a new period for which the account is valid.
pub(crate) async fn set_valid_from(
    db: &mut PgConnection,
    id: UserId,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE app_user SET valid_from = $2 WHERE id = $1",
        id.0,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}
