//! Open files: as many as the system allows, and some of them never for HTTP.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Descriptors of a request: its connection, and the file that it is answered from.
const OF_A_REQUEST: u64 = 2;
/// With how few connections the HTTP server still answers.
const FEWEST: u64 = 16;

/// Raises the limit of open files as far as this process may, and answers what it is then.
pub fn raise() -> u64 {
    let limit = getrlimit(Resource::Nofile);
    let (soft, hard) = (
        limit.current.unwrap_or(u64::MAX),
        limit.maximum.unwrap_or(u64::MAX),
    );
    if soft >= hard {
        return soft;
    }
    let limit = Rlimit {
        current: limit.maximum,
        maximum: limit.maximum,
    };
    match setrlimit(Resource::Nofile, limit) {
        Ok(()) => hard,
        Err(error) => {
            tracing::warn!(%error, soft, "the limit of open files stays as it is");
            soft
        }
    }
}

/// Connections that HTTP may have of so many descriptors, where it shall have `connections`. Where there are few
/// descriptors, at least half stays reserved.
pub fn for_http(descriptors: u64, reserved: u64, connections: usize) -> usize {
    let left = descriptors.saturating_sub(reserved).max(descriptors / 2);
    let most = (left.min(descriptors) / OF_A_REQUEST).max(FEWEST);
    connections.min(usize::try_from(most).unwrap_or(usize::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn http_leaves_some_for_others() {
        for (descriptors, reserved, expected, connections) in [
            (1_048_576, 3000, 4096, 4096),
            (u64::MAX, 3000, 4096, 4096),
            (8192, 3000, 4096, 2596),
            // Few: half of them.
            (1024, 3000, 4096, 256),
            (4096, 3000, 4096, 1024),
            (10, 3000, 4096, 16),
            (0, 0, 4096, 16),
        ] {
            assert_eq!(
                for_http(descriptors, reserved, expected),
                connections,
                "{descriptors}"
            );
        }
    }

    #[test]
    fn the_limit_is_what_the_system_allows() {
        let raised = raise();
        let limit = getrlimit(Resource::Nofile);
        assert_eq!(limit.current.unwrap_or(u64::MAX), raised);
        assert_eq!(limit.current, limit.maximum);
        assert_eq!(raise(), raised);
    }
}
