//! How many bytes a second an account may take, all its transfers together.

use std::collections::HashMap;
use std::num::{NonZeroU32, NonZeroU64};
use std::sync::{Arc, Mutex, Weak};

use governor::{DefaultDirectRateLimiter, Quota};

use crate::waiting::lock;

/// Bytes are counted in pieces of this size, so that rates above 4 GB/s can be said too.
const UNIT: u64 = 1 << 10;
/// Units granted at a time at least: as much as one write takes.
const SMALLEST_GRANT: u32 = 64;
/// Units granted at a time at most, so that one transfer does not keep the others of its account waiting.
const LARGEST_GRANT: u32 = 4 << 10;
/// A grant is so many parts of a second's bytes.
const GRANTS_A_SECOND: u32 = 8;

/// The limit of every account that is signed in.
pub(crate) struct AccountBandwidth {
    per_second: Option<NonZeroU64>,
    accounts: Mutex<HashMap<String, Weak<Bandwidth>>>,
}

impl AccountBandwidth {
    /// Bytes a second for each account; `None` limits nothing.
    pub(crate) fn new(per_second: Option<NonZeroU64>) -> Self {
        Self {
            per_second,
            accounts: Mutex::default(),
        }
    }

    /// The limit that all sessions of an account share as long as one of them lasts.
    pub(crate) fn shared_by(&self, account: &str) -> Option<Arc<Bandwidth>> {
        let per_second = self.per_second?;
        let mut accounts = lock(&self.accounts);
        if let Some(shared) = accounts.get(account).and_then(Weak::upgrade) {
            return Some(shared);
        }
        accounts.retain(|_, limit| limit.strong_count() > 0);
        let fresh = Arc::new(Bandwidth::new(per_second));
        accounts.insert(account.to_owned(), Arc::downgrade(&fresh));
        Some(fresh)
    }
}

/// The limit of one account.
pub(crate) struct Bandwidth {
    limiter: DefaultDirectRateLimiter,
    grant: NonZeroU32,
}

impl Bandwidth {
    fn new(per_second: NonZeroU64) -> Self {
        let units = u32::try_from(per_second.get().div_ceil(UNIT)).unwrap_or(u32::MAX);
        let units = NonZeroU32::new(units).unwrap_or(NonZeroU32::MIN);
        let grant = (units.get() / GRANTS_A_SECOND).clamp(SMALLEST_GRANT, LARGEST_GRANT);
        let grant = NonZeroU32::new(grant).unwrap_or(NonZeroU32::MIN);
        Self {
            limiter: DefaultDirectRateLimiter::direct(Quota::per_second(units).allow_burst(grant)),
            grant,
        }
    }

    /// Waits until bytes may be sent, and says how many of `wanted`: all, if these are 64 KiB or fewer.
    pub(crate) async fn grant(&self, requested: u64) -> u64 {
        let most = u64::from(self.grant.get()) * UNIT;
        let granted = requested.min(most);
        let units = u32::try_from(granted.div_ceil(UNIT)).unwrap_or(self.grant.get());
        if let Some(units) = NonZeroU32::new(units) {
            // Never more than fits: a grant is as large as the burst.
            let _ = self.limiter.until_n_ready(units).await;
        }
        granted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_has_one_limit_while_it_is_signed_in() {
        let limits = AccountBandwidth::new(NonZeroU64::new(1 << 20));
        let first = limits.shared_by("a").unwrap();
        assert!(Arc::ptr_eq(&first, &limits.shared_by("a").unwrap()));
        assert!(!Arc::ptr_eq(&first, &limits.shared_by("b").unwrap()));
        drop(first);
        limits.shared_by("c").unwrap();
        assert_eq!(lock(&limits.accounts).len(), 1, "who has gone is forgotten");
        assert!(AccountBandwidth::new(None).shared_by("a").is_none());
    }

    #[tokio::test]
    async fn grants_are_whole_writes_and_no_more_than_the_burst() {
        for (per_second, requested, granted) in [
            (1, 64 << 10, 64 << 10),
            (1, 65 << 10, 64 << 10),
            (u64::MAX, 1 << 30, 4 << 20),
            (8 << 20, 100, 100),
            (8 << 20, 1 << 30, 1 << 20),
            (8 << 20, 0, 0),
        ] {
            let limit = Bandwidth::new(NonZeroU64::new(per_second).unwrap());
            assert_eq!(
                limit.grant(requested).await,
                granted,
                "{per_second} {requested}"
            );
        }
    }
}
