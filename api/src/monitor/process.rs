//! The process that answers.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::context::Context;

/// Where Linux says how much memory a process has (`man 5 proc`).
const STATUS: &str = "/proc/self/status";

/// The process that answers; of several the answer is another one's each time.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ServerProcess {
    /// Version of the product.
    version: &'static str,
    /// Since when it runs.
    began: DateTime<Utc>,
    /// Memory it has, bytes; null where the system does not say.
    #[schema(required)]
    resident_bytes: Option<u64>,
    /// Bytes that are free where it writes, in the folder that has the least; null where it writes nothing, or cannot say.
    #[schema(required)]
    free_bytes: Option<u64>,
    /// Open connections to the database.
    connections: u32,
    /// Of these, connections that nobody uses.
    idle_connections: usize,
}

pub(super) fn process(context: &Context) -> ServerProcess {
    ServerProcess {
        version: env!("CARGO_PKG_VERSION"),
        began: context.began,
        resident_bytes: std::fs::read_to_string(STATUS)
            .ok()
            .and_then(|status| resident(&status)),
        free_bytes: context.settings.disks.least_free_now(),
        connections: context.pool.size(),
        idle_connections: context.pool.num_idle(),
    }
}

/// The line `VmRSS:   12345 kB`, in bytes.
fn resident(status: &str) -> Option<u64> {
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    kibibytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_read_from_its_line() {
        let status = "Name:\tscenedock\nVmHWM:\t    9000 kB\nVmRSS:\t    1200 kB\nThreads:\t7\n";
        assert_eq!(resident(status), Some(1_228_800));
        for other in ["", "VmRSS:", "VmRSS: many kB", "VmRSS: 12"] {
            assert_eq!(resident(other), None, "{other}");
        }
    }
}
