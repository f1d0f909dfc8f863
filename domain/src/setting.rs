//! What administrators switch for everybody, beyond what the process was started with.

use strum::IntoStaticStr;

/// One switch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Setting {
    /// 重提: whether whole orders may be extracted again.
    Reorder,
    /// 注册审核: whether an administrator lets registered people in.
    ApproveRegistrations,
}

impl Setting {
    /// Every switch.
    pub const ALL: [Self; 2] = [Self::Reorder, Self::ApproveRegistrations];

    /// The key under which it is stored.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// What holds until somebody switches.
    #[must_use]
    pub const fn default(self) -> bool {
        match self {
            Self::Reorder => true,
            Self::ApproveRegistrations => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn switches_stand_as_most_surveys_want_them() {
        let defaults = Setting::ALL.map(|setting| (setting.as_str(), setting.default()));
        assert_eq!(
            defaults,
            [("reorder", true), ("approve_registrations", false)]
        );
    }
}
