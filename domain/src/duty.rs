//! What somebody who has signed in does before anything else.

use serde::Serialize;
use strum::{EnumIter, IntoStaticStr};
use texts::ProblemText;

/// Until it is done every other call is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, IntoStaticStr, EnumIter)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Duty {
    /// Choose another password.
    ChangePassword,
    /// Set up a second factor: a role of the person asks for one.
    SetUpSecondFactor,
}

impl Duty {
    /// Every one, in the order in which they are asked.
    pub const ALL: [Self; 2] = [Self::ChangePassword, Self::SetUpSecondFactor];

    /// The word in answers.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// What the person reads whose call is refused.
    #[must_use]
    pub const fn text(self) -> ProblemText {
        match self {
            Self::ChangePassword => ProblemText::PasswordChangeNeeded,
            Self::SetUpSecondFactor => ProblemText::SecondFactorSetupNeeded,
        }
    }

    /// The first of what is due.
    #[must_use]
    pub const fn first(password_due: bool, second_factor_due: bool) -> Option<Self> {
        if password_due {
            Some(Self::ChangePassword)
        } else if second_factor_due {
            Some(Self::SetUpSecondFactor)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use strum::IntoEnumIterator as _;

    use super::*;

    #[test]
    fn the_password_comes_first() {
        assert!(Duty::iter().eq(Duty::ALL));
        for (password, factor, first) in [
            (false, false, None),
            (true, false, Some(Duty::ChangePassword)),
            (false, true, Some(Duty::SetUpSecondFactor)),
            (true, true, Some(Duty::ChangePassword)),
        ] {
            assert_eq!(Duty::first(password, factor), first);
        }
    }
}
