//! What a person tells of oneself, in requests and answers.

use domain::account::{Sex, check_email, check_mobile, check_optional_text, check_required_text};
use domain::permission::{Permission, PermissionSet};
use serde::{Deserialize, Serialize};
use storage::db::users::Profile;
use texts::FieldText;
use utoipa::ToSchema;

use crate::problem::FieldError;

/// What a person tells of oneself.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct PersonForm {
    /// Real name.
    #[schema(required)]
    pub name: String,
    /// Company (单位).
    #[schema(required)]
    pub unit: String,
    /// Mobile telephone: 11 digits, beginning with 1 and 3 to 9.
    #[schema(required)]
    pub phone_mobile: String,
    /// E-mail address, or empty.
    #[schema(required)]
    pub email: String,
    /// What the person likes to be called, or empty: the account name.
    pub nick_name: String,
    /// Telephone at work, or empty.
    pub phone_work: String,
    /// Fax, or empty.
    pub fax: String,
    /// Postal address, or empty.
    pub address: String,
    /// 1 male, 0 female, null: not told.
    pub sex: Option<i16>,
}

/// Which facts must be told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Required {
    /// Name, unit and mobile telephone: who registers, and who orders.
    ApplicantFacts,
    /// The name: the survey knows its own people.
    Name,
}

impl From<PermissionSet> for Required {
    fn from(held: PermissionSet) -> Self {
        if held.holds(Permission::CreateOrders) {
            Self::ApplicantFacts
        } else {
            Self::Name
        }
    }
}

impl PersonForm {
    /// What is wrong, field by field.
    pub(crate) fn errors(&self, required: Required) -> Vec<FieldError> {
        let all = required == Required::ApplicantFacts;
        let sex = self.sex.is_none_or(|code| Sex::from_code(code).is_some());
        let unit = if all {
            check_required_text(&self.unit, FieldText::UnitMissing)
        } else {
            check_optional_text(&self.unit)
        };
        let mobile = if all || !self.phone_mobile.is_empty() {
            check_mobile(&self.phone_mobile)
        } else {
            Ok(())
        };
        let checks = [
            ("email", check_email(&self.email)),
            ("phoneMobile", mobile),
            ("unit", unit),
            (
                "name",
                check_required_text(&self.name, FieldText::RealNameMissing),
            ),
            ("nickName", check_optional_text(&self.nick_name)),
            ("phoneWork", check_optional_text(&self.phone_work)),
            ("fax", check_optional_text(&self.fax)),
            ("address", check_optional_text(&self.address)),
            ("sex", sex.then_some(()).ok_or(FieldText::SexWrong)),
        ];
        checks
            .into_iter()
            .filter_map(|(field, check)| check.err().map(|text| FieldError::new(field, text)))
            .collect()
    }

    /// As it is kept: without blanks around it.
    pub(crate) fn profile(&self) -> Profile {
        let trimmed = |text: &str| text.trim().to_owned();
        Profile {
            user_name: trimmed(&self.name),
            unit: trimmed(&self.unit),
            phone: self.phone_mobile.clone(),
            email: self.email.clone(),
            nick_name: trimmed(&self.nick_name),
            phone_work: trimmed(&self.phone_work),
            fax: trimmed(&self.fax),
            address: trimmed(&self.address),
            sex: self.sex.and_then(Sex::from_code),
        }
    }
}

impl From<Profile> for PersonForm {
    fn from(profile: Profile) -> Self {
        Self {
            name: profile.user_name,
            unit: profile.unit,
            phone_mobile: profile.phone,
            email: profile.email,
            nick_name: profile.nick_name,
            phone_work: profile.phone_work,
            fax: profile.fax,
            address: profile.address,
            sex: profile.sex.map(Sex::code),
        }
    }
}
