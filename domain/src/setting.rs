//! What administrators switch for everybody, beyond what the process was started with.

use strum::IntoStaticStr;

/// A switch of the installation, saved in the database.
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

/// What everything that is pushed may take together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, IntoStaticStr)]
pub enum PushCap {
    /// Files at once.
    #[strum(serialize = "push_most_parallel")]
    MostParallel,
    /// Bytes a day.
    #[strum(serialize = "push_daily_bytes")]
    DailyBytes,
    /// Of all pushes together, however many go at once.
    #[strum(serialize = "push_bytes_per_second")]
    BytesPerSecond,
}

impl PushCap {
    pub const ALL: [Self; 3] = [Self::MostParallel, Self::DailyBytes, Self::BytesPerSecond];

    /// The key under which it is stored.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
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

    #[test]
    fn caps_have_keys_of_their_own() {
        let keys = PushCap::ALL.map(PushCap::as_str);
        let expected = [
            "push_most_parallel",
            "push_daily_bytes",
            "push_bytes_per_second",
        ];
        assert_eq!(keys, expected);
    }
}
