//! People who had an account at the old portal.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use serde::Deserialize;
use texts::{FieldText, ImportText};

use super::{OldRowFault, check_moment};
use crate::account::import::OfferedRole;
use crate::account::{PersonField, Profile, Required, Sex, check_login_name, check_required_text};
use crate::permission::PermissionSet;
use crate::role::{Role, RoleId};

/// Most levels of a unit's path.
const MAX_LEVELS: usize = 10;

/// A person, as the file says it.
#[derive(Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct OldUser {
    /// What the person signs in with; by this a second run knows the row.
    pub login_name: String,
    /// Real name.
    pub name: String,
    /// The unit's name, or its path from the top: `局/院/室`.
    pub unit: String,
    /// Mobile telephone number.
    pub phone: String,
    /// E-mail address.
    pub email: String,
    /// What the person likes to be called.
    pub nick_name: String,
    /// Telephone number at work.
    pub phone_work: String,
    /// Fax number.
    pub fax: String,
    /// Postal address.
    pub address: String,
    /// 证件号码.
    pub id_number: String,
    /// 0 female, 1 male.
    pub sex: Option<i16>,
    /// Names or ids of roles.
    pub roles: Vec<String>,
    /// Whether the account is switched off.
    pub disabled: bool,
    pub created_at: Option<DateTime<Utc>>,
    /// An argon2 PHC string.
    pub password_hash: Option<String>,
}

/// Nothing of it gets into a log.
impl std::fmt::Debug for OldUser {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("OldUser(..)")
    }
}

/// What is known while people are taken in.
#[derive(Debug, Clone)]
pub struct OldUserRules {
    /// The roles that the file may give; whoever gets none of them is an applicant.
    pub allowed: Vec<OfferedRole>,
    /// Permissions of the applicant's role.
    pub applicant: PermissionSet,
}

/// A person who can be taken in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedUser {
    /// What the person signs in with.
    pub login_name: String,
    /// What is known of the person; the unit is the last of the path.
    pub profile: Profile,
    /// The unit with those above it, the highest first; empty: none.
    pub unit_path: Vec<String>,
    /// The roles that the person gets, once each.
    pub roles: Vec<RoleId>,
    /// How many roles of the row were left out.
    pub roles_left_out: u64,
    /// Whether the account is switched off.
    pub disabled: bool,
    /// When it was made; `None`: now.
    pub created: Option<DateTime<Utc>>,
    /// What the person's password is checked against.
    pub password_hash: Option<String>,
}

impl OldUser {
    /// What of it is taken in.
    ///
    /// # Errors
    /// The first field that is wrong.
    pub fn check(
        self,
        rules: &OldUserRules,
        now: DateTime<Utc>,
    ) -> Result<CheckedUser, OldRowFault> {
        check_login_name(&self.login_name).map_err(|text| OldRowFault::new("loginName", text))?;
        let (given, held, roles_left_out) = self.given_roles(rules);
        let unit_path = unit_path(&self.unit)?;
        let mut profile = self.profile(held, unit_path.last().map_or("", String::as_str))?;
        if profile.nick_name.is_empty() {
            profile.nick_name.clone_from(&self.login_name);
        }
        if let Some(created) = self.created_at {
            check_moment("createdAt", created, now)?;
        }
        Ok(CheckedUser {
            login_name: self.login_name,
            profile,
            unit_path,
            roles: given,
            roles_left_out,
            disabled: self.disabled,
            created: self.created_at,
            password_hash: self.password_hash,
        })
    }

    fn profile(&self, held: PermissionSet, unit: &str) -> Result<Profile, OldRowFault> {
        let mut profile = Profile::default();
        for field in PersonField::ALL {
            let (name, text) = match field {
                PersonField::Email => ("email", self.email.as_str()),
                PersonField::PhoneMobile => ("phone", self.phone.as_str()),
                PersonField::Unit => ("unit", unit),
                PersonField::Name => ("name", self.name.as_str()),
                PersonField::NickName => ("nickName", self.nick_name.as_str()),
                PersonField::PhoneWork => ("phoneWork", self.phone_work.as_str()),
                PersonField::Fax => ("fax", self.fax.as_str()),
                PersonField::Address => ("address", self.address.as_str()),
                PersonField::IdNumber => ("idNumber", self.id_number.as_str()),
            };
            field
                .check(text.trim(), Required::from(held))
                .map_err(|text| OldRowFault::new(name, text))?;
            field.set(&mut profile, text);
        }
        profile.sex = match self.sex {
            None => None,
            Some(code) => {
                let wrong = || OldRowFault::new("sex", FieldText::SexWrong);
                Some(Sex::from_code(code).ok_or_else(wrong)?)
            }
        };
        Ok(profile)
    }

    /// Those of the row's roles that may be given, what they allow together, and how many may not.
    fn given_roles(&self, rules: &OldUserRules) -> (Vec<RoleId>, PermissionSet, u64) {
        let mut ids = BTreeSet::new();
        let mut held = PermissionSet::NONE;
        let mut left_out = 0;
        for name in &self.roles {
            match OfferedRole::named(&rules.allowed, name) {
                Some(role) => {
                    held = held.with(role.permissions);
                    ids.insert(role.id.clone());
                }
                // Everybody is one where nothing else is said.
                None if is_applicant(name) => {}
                None => left_out += 1,
            }
        }
        if ids.is_empty() {
            held = rules.applicant;
            ids.insert(Role::Applicant.into());
        }
        (ids.into_iter().collect(), held, left_out)
    }
}

fn is_applicant(name: &str) -> bool {
    matches!(name.trim(), "申请人" | "applicant")
}

/// The names of a path, the highest unit first.
fn unit_path(text: &str) -> Result<Vec<String>, OldRowFault> {
    if text.trim().is_empty() {
        return Ok(Vec::new());
    }
    let names: Vec<String> = (text.split('/'))
        .map(|name| name.trim().to_owned())
        .collect();
    let wrong = || OldRowFault::new("unit", ImportText::UnitPathWrong);
    if names.len() > MAX_LEVELS || names.iter().any(String::is_empty) {
        return Err(wrong());
    }
    let mut once = BTreeSet::new();
    for name in &names {
        check_required_text(name, FieldText::UnitMissing)
            .map_err(|text| OldRowFault::new("unit", text))?;
        if !once.insert(name) {
            return Err(wrong());
        }
    }
    Ok(names)
}
