//! What a change makes different in an account, field by field, for its event.

use chrono::{DateTime, SecondsFormat, Utc};
use domain::account::{Approval, masked_id_number, masked_phone};
use sqlx::PgConnection;

use super::account_change::AccountChange;
use crate::StorageError;
use crate::db::account_events::FieldChange;
use crate::db::users::{self, Profile, User};
use crate::db::{provider_links, roles, sessions};
use crate::sealed::ServerKey;

/// The fields that become different; `None` where a change has no fields.
pub(super) async fn differences(
    db: &mut PgConnection,
    key: &ServerKey,
    account: &User,
    change: AccountChange<'_>,
    now: DateTime<Utc>,
) -> Result<Option<Vec<FieldChange>>, StorageError> {
    let pairs = match change {
        AccountChange::Profile(after, ..) => {
            let before = users::profile(db, key, account.id)
                .await?
                .unwrap_or_default();
            profile_fields(&before)
                .into_iter()
                .zip(profile_fields(after))
                .map(|((field, before), (_, after))| (field, before, after))
                .collect()
        }
        AccountChange::Roles(ids, _) => {
            let before = roles::with_ids(db, &account.roles).await?;
            let after = roles::with_ids(db, ids).await?;
            vec![("roles", names(&before), names(&after))]
        }
        AccountChange::Disable | AccountChange::Enable => {
            let is_on = account.disabled_at.is_none();
            let becomes_on = matches!(change, AccountChange::Enable);
            vec![("enabled", is_on.to_string(), becomes_on.to_string())]
        }
        AccountChange::LinkProvider(person, ..) => {
            let before = provider_links::subject(db, account.id, &person.issuer).await?;
            vec![("provider", before, person.subject.clone())]
        }
        AccountChange::UnlinkProvider(issuer, ..) => {
            let before = provider_links::subject(db, account.id, issuer).await?;
            vec![("provider", before, String::new())]
        }
        AccountChange::SecondFactorOn(_)
        | AccountChange::SecondFactorOff(_)
        | AccountChange::RemoveSecondFactor(_) => {
            let becomes_on = matches!(change, AccountChange::SecondFactorOn(_));
            let is_on = account.second_factor;
            vec![("secondFactor", is_on.to_string(), becomes_on.to_string())]
        }
        // A decision that changes nothing is refused, rather than done already.
        AccountChange::Approve(before, _) | AccountChange::Refuse(_, before, _) => {
            let after = match change {
                AccountChange::Approve(..) => Approval::Approved,
                _ => Approval::Refused,
            };
            let decided = named("approval", before.as_str(), after.as_str());
            return Ok(Some(vec![decided]));
        }
        // Another link than this one is not found, rather than ended already.
        AccountChange::RemoveProviderLink(person, _) => {
            return Ok(Some(vec![named("provider", &person.subject, "")]));
        }
        // A period that begins anew at the same moment is still one that somebody has given.
        AccountChange::ExtendValidity => {
            let [before, after] = [account.valid_from, now]
                .map(|from| from.to_rfc3339_opts(SecondsFormat::Secs, true));
            return Ok(Some(vec![named("validFrom", &before, &after)]));
        }
        // One that has ended already, or never was this person's.
        AccountChange::EndSessions(Some(session)) => {
            let opening = sessions::opening(db, account.id, session).await?;
            let ended = opening.map(|(begun, client_ip)| {
                let begun = begun.to_rfc3339_opts(SecondsFormat::Secs, true);
                named("session", &format!("{begun} {client_ip}"), "")
            });
            return Ok(Some(ended.into_iter().collect()));
        }
        _ => return Ok(None),
    };
    let differ = pairs
        .into_iter()
        .filter(|(_, before, after)| before != after);
    Ok(Some(
        differ
            .map(|(field, before, after)| named(field, &before, &after))
            .collect(),
    ))
}

/// What an account is made with: its roles, and what is known of the person.
pub(in crate::lifecycle) fn initial_fields(roles: &str, profile: &Profile) -> Vec<FieldChange> {
    let fields = profile_fields(profile).into_iter();
    let fields = std::iter::once(("roles", roles.to_owned())).chain(fields);
    fields
        .filter(|(_, value)| !value.is_empty())
        .map(|(field, value)| named(field, "", &value))
        .collect()
}

/// Telephone and identity numbers are told apart by their ends, and not kept twice.
fn named(field: &str, before: &str, after: &str) -> FieldChange {
    let seen = |value: &str| match field {
        "phoneMobile" | "phoneWork" => masked_phone(value),
        "idNumber" => masked_id_number(value),
        _ => value.to_owned(),
    };
    FieldChange {
        field: field.to_owned(),
        before: seen(before),
        after: seen(after),
    }
}

fn profile_fields(profile: &Profile) -> [(&'static str, String); 10] {
    let sex = profile.sex.map(|sex| sex.code().to_string());
    [
        ("name", profile.user_name.clone()),
        ("unit", profile.unit.clone()),
        ("phoneMobile", profile.phone.clone()),
        ("email", profile.email.clone()),
        ("nickName", profile.nick_name.clone()),
        ("phoneWork", profile.phone_work.clone()),
        ("fax", profile.fax.clone()),
        ("address", profile.address.clone()),
        ("idNumber", profile.id_number.clone()),
        ("sex", sex.unwrap_or_default()),
    ]
}

/// As events keep them: ids of those that every installation has, which the web apps name, and names of others.
pub(in crate::lifecycle) fn names<'a>(
    roles: impl IntoIterator<Item = &'a roles::StoredRole>,
) -> String {
    let names: Vec<&str> = roles
        .into_iter()
        .map(|role| match role.id.built_in() {
            Some(known) => known.as_str(),
            None => role.name.as_str(),
        })
        .collect();
    names.join(", ")
}
