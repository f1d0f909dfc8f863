//! Users out of a table: what its columns are, and what is wrong with each row. All rows are right, or none is taken.

mod column;

use std::collections::{BTreeSet, HashMap, HashSet};

use texts::FieldText;

use super::{LONGEST_TEXT, PersonField, Profile, Sex, check_login_name};
use crate::permission::{GrantLimit, PermissionSet};
use crate::role::{Role, RoleId};
use crate::sheet::{MAX_FAULTS, SheetRow, read_headings, read_texts};
use crate::text::folded;

pub use column::ImportColumn;

/// Something wrong with a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowFault {
    /// Row of the sheet, 1-based.
    pub row: u32,
    /// Which column; `None`: one that is none.
    pub column: Option<ImportColumn>,
    /// What is wrong, in words for the person who uploaded the table.
    pub text: FieldText,
}

/// What is wrong with a table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Faults {
    /// The first [`MAX_FAULTS`].
    pub listed: Vec<RowFault>,
    /// Number of faults, also of those that are not listed.
    pub count: usize,
}

impl Faults {
    fn add(&mut self, row: u32, column: Option<ImportColumn>, text: FieldText) {
        self.count += 1;
        if self.listed.len() < MAX_FAULTS {
            self.listed.push(RowFault { row, column, text });
        }
    }
}

/// A role that tables may name.
#[derive(Debug, Clone)]
pub struct OfferedRole {
    pub id: RoleId,
    /// What it is called; empty for those that every installation has.
    pub name: String,
    /// Permissions of the role.
    pub permissions: PermissionSet,
}

impl OfferedRole {
    /// The role of this name or id.
    #[must_use]
    pub fn named<'a>(roles: &'a [Self], name: &str) -> Option<&'a Self> {
        let name = folded(name.trim());
        roles.iter().find(|role| role.is_called(&name))
    }

    /// What it is called in Chinese.
    #[must_use]
    pub fn chinese(&self) -> &str {
        match self.id.built_in() {
            Some(Role::Applicant) => "申请人",
            Some(Role::Admin) => "管理员",
            Some(Role::Operator) => "运维人员",
            None => &self.name,
        }
    }

    fn is_called(&self, text: &str) -> bool {
        let known: &[&str] = match self.id.built_in() {
            Some(role) => role.names(),
            None => &[],
        };
        known.contains(&text) || (!self.name.is_empty() && folded(&self.name) == text)
    }
}

/// What whoever imports may give.
#[derive(Debug, Clone)]
pub struct ImportRules {
    /// Every role.
    pub roles: Vec<OfferedRole>,
    /// How far rights may be given away.
    pub limit: GrantLimit,
    /// Whether other roles may be given than the one that everybody gets who registers.
    pub may_grant: bool,
}

/// A user of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedUser {
    /// Row of the sheet, 1-based.
    pub row: u32,
    /// What the person signs in with.
    pub login_name: String,
    /// The roles, once each.
    pub roles: Vec<RoleId>,
    /// What is known of the person.
    pub profile: Profile,
}

/// A table that was looked through.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ImportCheck {
    /// Rows without faults.
    pub users: Vec<ImportedUser>,
    /// How many users the table has, with and without faults.
    pub rows: usize,
    /// Login names that somebody might have, with the row where each stands first; of rows with other faults, too.
    pub login_names: Vec<(u32, String)>,
    /// Faults of the table.
    pub faults: Faults,
}

impl ImportRules {
    /// Whether this role may be given.
    #[must_use]
    pub fn allows(&self, role: &OfferedRole) -> bool {
        let everybodys = role.id.built_in() == Some(Role::Applicant);
        (self.may_grant || everybodys) && self.limit.covers(role.permissions)
    }
}

impl ImportCheck {
    /// Finds fault with rows whose login names somebody has; `taken` is in lower case.
    pub fn refuse_taken(&mut self, taken: &HashSet<String>) {
        for (row, login_name) in &self.login_names {
            if taken.contains(&login_name.to_lowercase()) {
                let column = Some(ImportColumn::LoginName);
                self.faults.add(*row, column, FieldText::LoginNameTaken);
            }
        }
        // Whoever mends a table goes through it from the top.
        self.faults.listed.sort_by_key(|fault| fault.row);
    }
}

/// Looks a table through; its first row names the columns.
#[must_use]
pub fn check(rows: &[SheetRow], rules: &ImportRules) -> ImportCheck {
    let mut checked = ImportCheck::default();
    let Some((head, rows)) = rows.split_first() else {
        return checked;
    };
    let columns = read_headings(head, |column, text| {
        checked.faults.add(head.number, column, text);
    });
    if checked.faults.count > 0 {
        return checked;
    }
    let mut names: HashMap<String, u32> = HashMap::new();
    for row in rows.iter().filter(|row| !row.is_blank()) {
        checked.rows += 1;
        let before = checked.faults.count;
        let texts = read_texts(row, &columns, LONGEST_TEXT, |column, text| {
            checked.faults.add(row.number, column, text);
        });
        let user = user(row.number, &texts, rules, &mut checked.faults);
        if let Some(first) = names.get(&folded(&user.login_name)) {
            let text = FieldText::ImportNameTwice {
                row: u64::from(*first),
            };
            checked
                .faults
                .add(row.number, Some(ImportColumn::LoginName), text);
        } else if !user.login_name.is_empty() {
            names.insert(folded(&user.login_name), row.number);
            if check_login_name(&user.login_name).is_ok() {
                let login_name = user.login_name.clone();
                checked.login_names.push((row.number, login_name));
            }
        }
        if checked.faults.count == before {
            checked.users.push(user);
        }
    }
    checked
}

fn user(
    row: u32,
    texts: &HashMap<ImportColumn, &str>,
    rules: &ImportRules,
    faults: &mut Faults,
) -> ImportedUser {
    let text = |column: ImportColumn| texts.get(&column).copied().unwrap_or_default();
    let login_name = text(ImportColumn::LoginName).to_owned();
    if let Err(fault) = check_login_name(&login_name) {
        faults.add(row, Some(ImportColumn::LoginName), fault);
    }
    let (given, held) = roles(row, text(ImportColumn::Roles), rules, faults);
    let mut profile = Profile::default();
    for field in PersonField::ALL {
        let column = ImportColumn::Person(field);
        if let Err(fault) = field.check(text(column), held.into()) {
            faults.add(row, Some(column), fault);
        }
        field.set(&mut profile, text(column));
    }
    if profile.nick_name.is_empty() {
        login_name.clone_into(&mut profile.nick_name);
    }
    profile.sex = match folded(text(ImportColumn::Sex)).as_str() {
        "男" | "male" | "m" | "1" => Some(Sex::Male),
        "女" | "female" | "f" | "0" => Some(Sex::Female),
        "" => None,
        _ => {
            faults.add(row, Some(ImportColumn::Sex), FieldText::SexWrong);
            None
        }
    };
    ImportedUser {
        row,
        login_name,
        roles: given,
        profile,
    }
}

/// The roles that a cell names, and what they allow together; without any what everybody gets who registers.
fn roles(
    row: u32,
    text: &str,
    rules: &ImportRules,
    faults: &mut Faults,
) -> (Vec<RoleId>, PermissionSet) {
    let registered = RoleId::from(Role::Applicant);
    let mut ids = BTreeSet::new();
    let mut held = PermissionSet::NONE;
    let names = text.split([',', '，', '、', ';', '；', '\n']);
    let mut names: Vec<String> = names
        .map(|name| folded(name.trim()))
        .filter(|name| !name.is_empty())
        .collect();
    if names.is_empty() {
        names.push(registered.0.clone());
    }
    for name in names {
        let Some(role) = OfferedRole::named(&rules.roles, &name) else {
            faults.add(
                row,
                Some(ImportColumn::Roles),
                FieldText::ImportRoleUnknown { name },
            );
            continue;
        };
        if !rules.allows(role) {
            faults.add(
                row,
                Some(ImportColumn::Roles),
                FieldText::ImportRoleBeyond { name },
            );
        }
        held = held.with(role.permissions);
        ids.insert(role.id.clone());
    }
    (ids.into_iter().collect(), held)
}

#[cfg(test)]
mod tests;
