//! Roles: sets of permissions with a name. Three come with every installation, others are made by administrators.

use std::fmt;

use serde::{Deserialize, Serialize};
use strum::{EnumIter, EnumString, IntoStaticStr};
use texts::{FieldText, ProblemText};

use crate::permission::{GrantLimit, Permission, PermissionSet, RightsChange};
use crate::text::{first_named, is_blank, is_forbidden, looks_alike};

/// A role that every installation has. What it allows can be changed; it cannot be removed.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    IntoStaticStr,
    EnumString,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Role {
    /// Orders scenes, sees own orders only.
    Applicant,
    /// Audits and steers all orders.
    Admin,
    /// Keeps workers and queues healthy; does not audit.
    Operator,
}

impl Role {
    pub const ALL: [Self; 3] = [Self::Applicant, Self::Admin, Self::Operator];

    /// The word stored in the database.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Reads the word stored in the database.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        word.parse().ok()
    }

    /// What people call it, in Chinese and in English, in small letters.
    #[must_use]
    pub const fn names(self) -> &'static [&'static str] {
        match self {
            Self::Applicant => &["申请人", "applicant"],
            Self::Admin => &["管理员", "administrator", "admin"],
            Self::Operator => &["运维人员", "operator"],
        }
    }

    /// Whether a name looks like one of those that every installation has: a table of users, or the command line, would mean
    /// another role by it.
    #[must_use]
    pub fn is_one_named(name: &str) -> bool {
        let mut known = Self::ALL.into_iter().flat_map(Self::names);
        known.any(|known| looks_alike(known, name))
    }

    /// What it allows in a new installation; the migration that makes the roles writes the same.
    #[must_use]
    pub fn permissions(self) -> PermissionSet {
        use Permission as P;
        match self {
            Self::Applicant => PermissionSet::from_permissions(&[
                P::Cart,
                P::OwnOrders,
                P::CreateOrders,
                P::Exports,
                P::AddUnits,
            ]),
            Self::Admin => Permission::ALL
                .into_iter()
                .filter(|one| !matches!(one, P::Cart | P::OwnOrders | P::CreateOrders))
                .collect(),
            Self::Operator => PermissionSet::from_permissions(&[
                P::AllOrders,
                P::AllScenes,
                P::OrderStatistics,
                P::BehaviourStatistics,
                P::NoteReports,
                P::GuideVideo,
                P::Monitor,
            ]),
        }
    }

    /// Whether everybody gets it who registers.
    #[must_use]
    pub const fn is_for_registrants(self) -> bool {
        matches!(self, Self::Applicant)
    }

    /// The one that comes nearest to these rights: where somebody begins after signing in. It decides over nothing.
    #[must_use]
    pub fn nearest(held: PermissionSet) -> Self {
        use Permission as P;
        let works = held.iter().any(|one| !one.belongs_to_applicants());
        if held.holds(P::AuditOrders) {
            Self::Admin
        } else if works {
            Self::Operator
        } else {
            Self::Applicant
        }
    }
}

/// The id of a role: the word of one that every installation has, or letters and digits that nobody reads.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RoleId(pub String);

impl RoleId {
    /// Of a role that is made now.
    #[must_use]
    pub fn fresh() -> Self {
        Self(uuid::Uuid::now_v7().simple().to_string())
    }

    /// The role that every installation has, if it is one.
    #[must_use]
    pub fn built_in(&self) -> Option<Role> {
        Role::parse(&self.0)
    }
}

impl From<Role> for RoleId {
    fn from(role: Role) -> Self {
        Self(role.as_str().to_owned())
    }
}

impl fmt::Display for RoleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What happened to a role.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    IntoStaticStr,
    EnumString,
    EnumIter,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum RoleAction {
    Create,
    /// It is called otherwise, or allows something else.
    Change,
    Remove,
}

impl RoleAction {
    pub const ALL: [Self; 3] = [Self::Create, Self::Change, Self::Remove];

    /// The word stored in the database.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Reads the word stored in the database.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        word.parse().ok()
    }
}

/// Most characters of a role's name.
pub const LONGEST_NAME: u64 = 40;

/// Checks a role's name, which is kept without blanks around it.
pub fn check_name(name: &str) -> Result<(), FieldText> {
    if is_blank(name) {
        Err(FieldText::RoleNameMissing)
    } else if name.trim().chars().count() as u64 > LONGEST_NAME {
        Err(FieldText::RoleNameLong { most: LONGEST_NAME })
    } else if name.trim().chars().any(|c| is_forbidden(c, true)) {
        Err(FieldText::ControlCharacters)
    } else {
        Ok(())
    }
}

/// Whether people may come by this by registering, and nobody decides over it.
#[must_use]
pub fn suits_registrants(allowed: PermissionSet) -> bool {
    PermissionSet::of_applicants().includes(allowed)
}

/// What the rules ask of a change of a role.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoleFacts {
    /// How far the person who acts may give rights.
    pub limit: GrantLimit,
    /// What the role allowed; nothing, if it is new.
    pub before: PermissionSet,
    /// What it is to allow; nothing, if it goes.
    pub after: PermissionSet,
    /// Whether it is to ask for a second factor and did not, or the other way round.
    pub turns_second_factor: bool,
    /// Which of those it is that every installation has, if it is one.
    pub built_in: Option<Role>,
    /// Whether a right is given by its holders alone, so that it is lost for good with the last of them: not by the command line,
    /// nor where administrators are kept apart.
    pub given_by_holders: bool,
    /// How many people have it.
    pub members: u64,
    /// What people who may sign in hold through other roles than this one.
    pub held_otherwise: PermissionSet,
}

/// Why a role is not made, changed or removed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RoleRefusal {
    /// Nobody gives or takes what one has not.
    #[error("the change goes beyond the rights of the person who acts")]
    BeyondOwnRights,
    /// Nobody would hold some administrator's right any more.
    #[error("it is the role of the last administrator")]
    LastAdministrator,
    /// Nobody would hold some other right any more, so that nobody could give it.
    #[error("it is the role of the last who hold a right")]
    LastHolder,
    /// Everybody would get it by registering.
    #[error("the role of those who register allows what belongs to applicants only")]
    BeyondApplicants,
    /// People register into it, or the demo and the command line name it.
    #[error("every installation has this role")]
    BuiltIn,
    /// People have it.
    #[error("{members} people have it")]
    InUse {
        /// How many people hold the role.
        members: u64,
        /// What the first of them sign in as.
        names: Vec<String>,
    },
}

impl RoleRefusal {
    /// Message to the administrator.
    #[must_use]
    pub fn text(&self) -> ProblemText {
        match self {
            Self::BeyondOwnRights => ProblemText::BeyondOwnRights,
            Self::LastAdministrator => ProblemText::LastAdministrator,
            Self::LastHolder => ProblemText::LastHolder,
            Self::BeyondApplicants => ProblemText::BeyondApplicants,
            Self::BuiltIn => ProblemText::BuiltInRole,
            Self::InUse { members, names } => ProblemText::RoleInUse {
                members: *members,
                names: first_named(*members, names),
            },
        }
    }
}

impl RoleFacts {
    /// Whether the role may be made or changed so.
    pub fn check_change(self) -> Result<(), RoleRefusal> {
        let for_registrants = self.built_in.is_some_and(Role::is_for_registrants);
        if for_registrants && !suits_registrants(self.after) {
            return Err(RoleRefusal::BeyondApplicants);
        }
        if !self.limit.allows(self.before, self.after) {
            return Err(RoleRefusal::BeyondOwnRights);
        }
        // Whoever takes the second factor from a role makes everything easier to steal that it allows.
        let covered = self.limit.covers(self.before) && self.limit.covers(self.after);
        if self.turns_second_factor && !covered {
            return Err(RoleRefusal::BeyondOwnRights);
        }
        let rights = RightsChange {
            before: self.before,
            after: self.after,
            held_by_others: self.held_otherwise,
        };
        if self.members > 0 && rights.loses_administration() {
            return Err(RoleRefusal::LastAdministrator);
        }
        if self.members > 0 && self.given_by_holders && rights.loses_right() {
            return Err(RoleRefusal::LastHolder);
        }
        Ok(())
    }

    /// Whether the role may be removed, which people have who sign in as `names`, or the first of them.
    pub fn check_removal(self, names: Vec<String>) -> Result<(), RoleRefusal> {
        if self.built_in.is_some() {
            return Err(RoleRefusal::BuiltIn);
        }
        if self.members > 0 {
            return Err(RoleRefusal::InUse {
                members: self.members,
                names,
            });
        }
        self.check_change()
    }
}

#[cfg(test)]
mod tests;
