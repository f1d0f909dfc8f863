//! `GET /api/auth/rules`

use domain::{account, password};
use serde::Serialize;
use utoipa::ToSchema;

use crate::json::Json;

/// What accounts are made of, as regular expressions of JavaScript. The server checks the same, and more: passwords that
/// everybody tries are refused.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AccountRules {
    /// Account names.
    #[serde(rename = "REGEX_USERNAME")]
    username: &'static str,
    #[serde(rename = "REGEX_PASSWORD")]
    password: &'static str,
    /// E-mail addresses; none is fine too.
    #[serde(rename = "REGEX_EMAIL")]
    email: &'static str,
    /// Mobile telephone numbers.
    #[serde(rename = "REGEX_MOBILE")]
    mobile: &'static str,
    /// Identity numbers; none is fine too. The server also checks the last character.
    #[serde(rename = "REGEX_ID_NUMBER")]
    id_number: &'static str,
}

/// The rules, for forms that tell a fault before they are sent.
#[utoipa::path(get, path = "/api/auth/rules", tag = "auth", operation_id = "getRegularRules",
    responses((status = 200, body = AccountRules)))]
pub(super) async fn rules() -> Json<AccountRules> {
    Json(AccountRules {
        username: account::LOGIN_NAME_PATTERN,
        password: password::PATTERN,
        email: account::EMAIL_PATTERN,
        mobile: account::MOBILE_PATTERN,
        id_number: account::ID_NUMBER_PATTERN,
    })
}
