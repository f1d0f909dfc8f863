//! What a person tells of oneself, in requests and answers.

pub(crate) use domain::account::Required;
use domain::account::{PersonField, Profile, Sex, masked_id_number, masked_phone};
use serde::{Deserialize, Serialize};
use texts::FieldText;
use utoipa::ToSchema;

use crate::problem::FieldError;

/// What a person tells of oneself.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
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
    /// 证件号码, or empty: 15 or 18 digits, of which the last may be an X.
    pub id_number: String,
    /// 1 male, 0 female, null: not told.
    pub sex: Option<i16>,
}

impl PersonForm {
    /// What is wrong, field by field.
    pub(crate) fn errors(&self, required: Required) -> Vec<FieldError> {
        let sex = self.sex.is_none_or(|code| Sex::from_code(code).is_some());
        let raw = |field: PersonField| match field {
            PersonField::Email => &self.email,
            PersonField::PhoneMobile => &self.phone_mobile,
            PersonField::Unit => &self.unit,
            PersonField::Name => &self.name,
            PersonField::NickName => &self.nick_name,
            PersonField::PhoneWork => &self.phone_work,
            PersonField::Fax => &self.fax,
            PersonField::Address => &self.address,
            PersonField::IdNumber => &self.id_number,
        };
        let texts = PersonField::ALL.into_iter().filter_map(|field| {
            let fault = field.check(raw(field), required).err()?;
            Some(FieldError::new(field.as_str(), fault))
        });
        texts
            .chain((!sex).then(|| FieldError::new("sex", FieldText::SexWrong)))
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
            id_number: self.id_number.trim().to_ascii_uppercase(),
            sex: self.sex.and_then(Sex::from_code),
        }
    }

    /// For a list, which many people see over one's shoulder: telephone and identity numbers by their ends.
    pub(crate) fn masked(mut self) -> Self {
        for phone in [&mut self.phone_mobile, &mut self.phone_work] {
            *phone = masked_phone(phone);
        }
        self.id_number = masked_id_number(&self.id_number);
        self
    }

    /// With what stands in `whole` where a form was sent back as it was shown: masked.
    pub(crate) fn unmasked(mut self, whole: &Profile) -> Self {
        for (sent, kept, masked) in [
            (
                &mut self.phone_mobile,
                &whole.phone,
                masked_phone(&whole.phone),
            ),
            (
                &mut self.phone_work,
                &whole.phone_work,
                masked_phone(&whole.phone_work),
            ),
            (
                &mut self.id_number,
                &whole.id_number,
                masked_id_number(&whole.id_number),
            ),
        ] {
            if *sent == masked {
                kept.clone_into(sent);
            }
        }
        self
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
            id_number: profile.id_number,
            sex: profile.sex.map(Sex::code),
        }
    }
}
