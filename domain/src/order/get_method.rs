//! How the applicant gets the data.

use serde::{Deserialize, Serialize};

use super::kind::OrderKind;
use crate::size::ByteCount;

/// Above this sum of scene sizes an order is copied offline (orders specification section 9).
pub const OFFLINE_ABOVE: ByteCount = ByteCount::gib(5);

/// `getMethod` (and `distmethod`): 0 online download, 2 offline copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "i16", try_from = "i16")]
pub enum GetMethod {
    /// 在线下载
    OnlineDownload,
    /// 离线拷贝
    OfflineCopy,
}

impl GetMethod {
    /// The specification's code.
    #[must_use]
    pub const fn code(self) -> i16 {
        match self {
            Self::OnlineDownload => 0,
            Self::OfflineCopy => 2,
        }
    }

    /// The method an order really gets: the wish, unless size or kind forces a disk.
    #[must_use]
    pub fn decide(wish: Self, kind: OrderKind, volume: ByteCount) -> Self {
        if kind == OrderKind::Reprocessing || volume > OFFLINE_ABOVE {
            Self::OfflineCopy
        } else {
            wish
        }
    }
}

impl From<GetMethod> for i16 {
    fn from(method: GetMethod) -> Self {
        method.code()
    }
}

/// A `getMethod` that does not exist.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("get method {0} is neither 0 nor 2")]
pub struct UnknownGetMethod(pub i16);

impl TryFrom<i16> for GetMethod {
    type Error = UnknownGetMethod;
    fn try_from(code: i16) -> Result<Self, Self::Error> {
        match code {
            0 => Ok(Self::OnlineDownload),
            2 => Ok(Self::OfflineCopy),
            other => Err(UnknownGetMethod(other)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn size_and_kind_force_a_disk() {
        use GetMethod::{OfflineCopy, OnlineDownload};
        let limit = OFFLINE_ABOVE.0;
        let table = [
            (
                OnlineDownload,
                OrderKind::ExistingProduct,
                0,
                OnlineDownload,
            ),
            (
                OnlineDownload,
                OrderKind::ExistingProduct,
                limit,
                OnlineDownload,
            ),
            (
                OnlineDownload,
                OrderKind::ExistingProduct,
                limit + 1,
                OfflineCopy,
            ),
            (
                OnlineDownload,
                OrderKind::RoutineDemand,
                3 << 40,
                OfflineCopy,
            ),
            (OnlineDownload, OrderKind::Reprocessing, 0, OfflineCopy),
            (OfflineCopy, OrderKind::ExistingProduct, 0, OfflineCopy),
        ];
        for (wish, kind, bytes, want) in table {
            assert_eq!(GetMethod::decide(wish, kind, ByteCount(bytes)), want);
        }
    }
}
