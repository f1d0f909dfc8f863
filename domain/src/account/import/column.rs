//! The columns of the table, by their headings.

use crate::account::PersonField;
use crate::sheet::SheetHeading;

/// A column of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ImportColumn {
    /// What the person signs in with.
    LoginName,
    /// The names of the roles.
    Roles,
    /// 性别.
    Sex,
    /// What the person tells of oneself.
    Person(PersonField),
}

impl ImportColumn {
    /// Every one, as the template has them.
    pub const ALL: [Self; 12] = [
        Self::LoginName,
        Self::Person(PersonField::Name),
        Self::Person(PersonField::Unit),
        Self::Person(PersonField::PhoneMobile),
        Self::Person(PersonField::Email),
        Self::Sex,
        Self::Roles,
        Self::Person(PersonField::NickName),
        Self::Person(PersonField::PhoneWork),
        Self::Person(PersonField::Fax),
        Self::Person(PersonField::Address),
        Self::Person(PersonField::IdNumber),
    ];

    /// Columns that every table has.
    pub const NEEDED: [Self; 2] = [Self::LoginName, Self::Person(PersonField::Name)];

    /// The field's name in requests.
    #[must_use]
    pub fn field(self) -> &'static str {
        match self {
            Self::LoginName => "loginName",
            Self::Roles => "roleIds",
            Self::Sex => "sex",
            Self::Person(field) => field.as_str(),
        }
    }
}

impl SheetHeading for ImportColumn {
    const EVERY: &'static [Self] = &Self::ALL;

    fn headings(self) -> (&'static str, &'static str) {
        match self {
            Self::LoginName => ("用户名", "Login name"),
            Self::Roles => ("角色", "Roles"),
            Self::Sex => ("性别", "Sex"),
            Self::Person(PersonField::Name) => ("真实姓名", "Name"),
            Self::Person(PersonField::Unit) => ("单位", "Unit"),
            Self::Person(PersonField::PhoneMobile) => ("手机号码", "Mobile"),
            Self::Person(PersonField::Email) => ("邮箱", "E-mail"),
            Self::Person(PersonField::NickName) => ("昵称", "Nickname"),
            Self::Person(PersonField::PhoneWork) => ("办公电话", "Work phone"),
            Self::Person(PersonField::Fax) => ("传真", "Fax"),
            Self::Person(PersonField::Address) => ("地址", "Address"),
            Self::Person(PersonField::IdNumber) => ("证件号码", "ID number"),
        }
    }

    fn is_needed(self) -> bool {
        Self::NEEDED.contains(&self)
    }

    fn field_name(self) -> Option<&'static str> {
        Some(self.field())
    }
}
