//! A client system and its tokens as they arrive.

use chrono::TimeDelta;
use domain::client_system::{DailyQuota, LONGEST_NOTE, LONGEST_TOKEN_NAME, LONGEST_VALIDITY};
use domain::permission::{Permission, PermissionSet};
use domain::text::{is_blank, is_forbidden};
use serde::Deserialize;
use storage::db::client_systems::ClientSystemForm;
use storage::lifecycle::client_systems::TokenForm;
use texts::FieldText;
use utoipa::ToSchema;

use crate::problem::{FieldError, Problem};

/// What a client system may take, and what is said about it.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[schema(as = ClientSystemForm)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct SystemBody {
    /// Free remark, at most 200 characters.
    note: String,
    /// Calls in a day of China's calendar; null: no limit.
    calls_a_day: Option<u32>,
    /// Bytes of files in such a day; null: no limit.
    bytes_a_day: Option<u64>,
}

/// A client system to be made of an account.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = NewClientSystem)]
#[serde(rename_all = "camelCase")]
pub(super) struct NewSystemBody {
    /// What the account is called.
    pub(super) login_name: String,
    #[serde(flatten)]
    pub(super) system: SystemBody,
}

impl SystemBody {
    pub(super) fn check(self) -> Result<ClientSystemForm, Problem> {
        let note = self.note.trim().to_owned();
        if is_unfit(&note, LONGEST_NOTE) {
            return Err(Problem::invalid_field("note", FieldText::ClientNoteLong));
        }
        Ok(ClientSystemForm {
            note,
            quota: DailyQuota {
                // What the database can count to.
                calls: self
                    .calls_a_day
                    .map(|most| most.min(i32::MAX.unsigned_abs())),
                bytes: self
                    .bytes_a_day
                    .map(|most| most.min(i64::MAX.unsigned_abs())),
            },
        })
    }
}

/// A token to issue.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = NewAccessToken)]
#[serde(rename_all = "camelCase")]
pub(super) struct TokenBody {
    /// What it is for, 1 to 50 characters.
    name: String,
    /// How long it is valid, 1 to 1096 days.
    valid_days: u32,
    /// What it is to allow, of what tokens can; null: all of that which its account may.
    #[serde(default)]
    #[schema(value_type = Option<Vec<crate::orders::codes::Permission>>)]
    permissions: Option<Vec<String>>,
}

impl TokenBody {
    pub(super) fn check(self) -> Result<TokenForm, Problem> {
        let name = self.name.trim().to_owned();
        let mut errors = Vec::new();
        if is_blank(&name) || is_unfit(&name, LONGEST_TOKEN_NAME) {
            errors.push(FieldError::new("name", FieldText::TokenNameUnfit));
        }
        if !(1..=LONGEST_VALIDITY).contains(&self.valid_days) {
            errors.push(FieldError::new("validDays", FieldText::TokenValidityWrong));
        }
        let codes = self.permissions.as_deref();
        let known = codes.map(|codes| codes.iter().map(|code| Permission::parse(code)).collect());
        let permissions: Option<Option<PermissionSet>> = known;
        let suits = |set: PermissionSet| set == set.suiting_tokens();
        if permissions.is_some_and(|chosen| !chosen.is_some_and(suits)) {
            errors.push(FieldError::new(
                "permissions",
                FieldText::TokenPermissionsWrong,
            ));
        }
        if !errors.is_empty() {
            return Err(Problem::invalid(errors));
        }
        Ok(TokenForm {
            name,
            permissions: permissions.flatten(),
            valid: TimeDelta::days(self.valid_days.into()),
        })
    }
}

fn is_unfit(text: &str, most: usize) -> bool {
    text.chars().count() > most || text.chars().any(|c| is_forbidden(c, true))
}
