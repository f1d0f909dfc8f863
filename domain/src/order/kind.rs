//! What kind of order it is.

use serde::{Deserialize, Serialize};

/// The order's `type`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "i16", try_from = "i16")]
pub enum OrderKind {
    /// 现有产品订单: scenes as they lie in the archive.
    ExistingProduct,
    /// 常规需求订单
    RoutineDemand,
    /// 再加工订单: carries extraction elements, a processing description and a processing level.
    Reprocessing,
}

impl OrderKind {
    /// Every kind, in code order.
    pub const ALL: [Self; 3] = [
        Self::ExistingProduct,
        Self::RoutineDemand,
        Self::Reprocessing,
    ];

    /// The specification's code.
    #[must_use]
    pub const fn code(self) -> i16 {
        match self {
            Self::ExistingProduct => 0,
            Self::RoutineDemand => 1,
            Self::Reprocessing => 2,
        }
    }
}

impl From<OrderKind> for i16 {
    fn from(kind: OrderKind) -> Self {
        kind.code()
    }
}

/// A `type` that no order has.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("order type {0} is none of 0, 1, 2")]
pub struct UnknownOrderKind(pub i16);

impl TryFrom<i16> for OrderKind {
    type Error = UnknownOrderKind;
    fn try_from(code: i16) -> Result<Self, Self::Error> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.code() == code)
            .ok_or(UnknownOrderKind(code))
    }
}
