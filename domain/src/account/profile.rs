//! What a person tells of oneself.

use strum::{EnumIter, IntoStaticStr};
use texts::FieldText;

use super::{
    Sex, check_email, check_id_number, check_mobile, check_optional_text, check_required_text,
};
use crate::permission::{Permission, PermissionSet};

/// What a person tells of oneself; everything may be empty but the name and the unit of who registers.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Profile {
    /// The person's real name.
    pub user_name: String,
    /// Name of the person's unit.
    pub unit: String,
    /// Mobile telephone number.
    pub phone: String,
    /// E-mail address.
    pub email: String,
    /// What the person likes to be called; at first the login name.
    pub nick_name: String,
    /// Telephone number at work.
    pub phone_work: String,
    /// Fax number.
    pub fax: String,
    /// Postal address.
    pub address: String,
    /// 证件号码.
    pub id_number: String,
    /// Sex, if it was told.
    pub sex: Option<Sex>,
}

/// Nothing of it gets into a log.
impl std::fmt::Debug for Profile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Profile(..)")
    }
}

/// Which facts must be told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Required {
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

/// A text among what a person tells of oneself, by its name in requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, IntoStaticStr, EnumIter)]
#[strum(serialize_all = "camelCase")]
pub enum PersonField {
    /// E-mail address.
    Email,
    /// Mobile telephone number.
    PhoneMobile,
    /// Name of the unit.
    Unit,
    /// Real name.
    Name,
    /// What the person likes to be called.
    NickName,
    /// Telephone number at work.
    PhoneWork,
    /// Fax number.
    Fax,
    /// Postal address.
    Address,
    /// 证件号码.
    IdNumber,
}

impl PersonField {
    /// Every one, in the order in which faults are told.
    pub const ALL: [Self; 9] = [
        Self::Email,
        Self::PhoneMobile,
        Self::Unit,
        Self::Name,
        Self::NickName,
        Self::PhoneWork,
        Self::Fax,
        Self::Address,
        Self::IdNumber,
    ];

    /// Name of the field in requests.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Whether the text is valid for this field.
    pub fn check(self, text: &str, required: Required) -> Result<(), FieldText> {
        let all = required == Required::ApplicantFacts;
        match self {
            Self::Email => check_email(text),
            Self::PhoneMobile if all || !text.is_empty() => check_mobile(text),
            Self::PhoneMobile => Ok(()),
            Self::Unit if all => check_required_text(text, FieldText::UnitMissing),
            Self::Name => check_required_text(text, FieldText::RealNameMissing),
            Self::IdNumber => check_id_number(text.trim()),
            Self::Unit | Self::NickName | Self::PhoneWork | Self::Fax | Self::Address => {
                check_optional_text(text)
            }
        }
    }

    /// Where it stands in a profile.
    #[must_use]
    pub fn text_in(self, profile: &Profile) -> &str {
        match self {
            Self::Email => &profile.email,
            Self::PhoneMobile => &profile.phone,
            Self::Unit => &profile.unit,
            Self::Name => &profile.user_name,
            Self::NickName => &profile.nick_name,
            Self::PhoneWork => &profile.phone_work,
            Self::Fax => &profile.fax,
            Self::Address => &profile.address,
            Self::IdNumber => &profile.id_number,
        }
    }

    /// Writes it, without blanks around it.
    pub fn set(self, profile: &mut Profile, text: &str) {
        let text = text.trim();
        let field = match self {
            Self::Email => &mut profile.email,
            Self::PhoneMobile => &mut profile.phone,
            Self::Unit => &mut profile.unit,
            Self::Name => &mut profile.user_name,
            Self::NickName => &mut profile.nick_name,
            Self::PhoneWork => &mut profile.phone_work,
            Self::Fax => &mut profile.fax,
            Self::Address => &mut profile.address,
            Self::IdNumber => {
                profile.id_number = text.to_ascii_uppercase();
                return;
            }
        };
        text.clone_into(field);
    }
}
