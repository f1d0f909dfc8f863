//! What administrators switch for everybody, beyond what the process was started with.

use strum::IntoStaticStr;

/// One switch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Setting {
    /// 重提: whether whole orders may be extracted again.
    Reorder,
}

impl Setting {
    /// Every switch.
    pub const ALL: [Self; 1] = [Self::Reorder];

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
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_orders_are_extracted_again_unless_it_is_switched_off() {
        for setting in Setting::ALL {
            assert!(setting.default(), "{}", setting.as_str());
        }
    }
}
