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

impl Behaviour {
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
