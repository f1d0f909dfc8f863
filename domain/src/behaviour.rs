//! What people do that the survey keeps a record of (portal specification, behaviour log record).

/// `fBehaviortype`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Behaviour {
    /// 0
    Register,
    /// 1
    SignIn,
    /// 2
    Search,
    /// 3
    AddToCart,
    /// 4
    CreateOrder,
    /// 5
    Download,
    /// 6
    TimeOnSite,
    /// 7: items of the STAC catalogue, by a body.
    StacSearch,
    /// 8: items of the STAC catalogue, by an address.
    StacSearchByAddress,
}

/// No behaviour has this code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no behaviour has the code {0}")]
pub struct UnknownBehaviour(pub i16);

impl TryFrom<i16> for Behaviour {
    type Error = UnknownBehaviour;
    fn try_from(code: i16) -> Result<Self, Self::Error> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.code() == code)
            .ok_or(UnknownBehaviour(code))
    }
}

impl Behaviour {
    /// Every one, in the order of their codes.
    pub const ALL: [Self; 9] = [
        Self::Register,
        Self::SignIn,
        Self::Search,
        Self::AddToCart,
        Self::CreateOrder,
        Self::Download,
        Self::TimeOnSite,
        Self::StacSearch,
        Self::StacSearchByAddress,
    ];

    /// The specification's code.
    #[must_use]
    pub const fn code(self) -> i16 {
        match self {
            Self::Register => 0,
            Self::SignIn => 1,
            Self::Search => 2,
            Self::AddToCart => 3,
            Self::CreateOrder => 4,
            Self::Download => 5,
            Self::TimeOnSite => 6,
            Self::StacSearch => 7,
            Self::StacSearchByAddress => 8,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_those_of_the_specification_and_read_back() {
        let codes: Vec<_> = Behaviour::ALL.map(Behaviour::code).into();
        assert_eq!(codes, (0..=8).collect::<Vec<_>>());
        for kind in Behaviour::ALL {
            assert_eq!(Behaviour::try_from(kind.code()), Ok(kind));
        }
        for code in [-1, 9] {
            assert_eq!(Behaviour::try_from(code), Err(UnknownBehaviour(code)));
        }
    }
}
