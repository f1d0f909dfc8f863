//! How an upload into a bucket is divided.

/// Parts that are sent at once.
pub(super) const AT_ONCE: u64 = 2;
/// Bytes of a part; files that have no more are sent in one go.
pub(super) const PART: u64 = 16 << 20;
