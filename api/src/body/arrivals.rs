//! How long bodies may take, and the places of large ones.

use std::time::Duration;
use texts::ProblemText;

use axum::http::StatusCode;
use domain::network::Network;
use storage::tally::{Slot, Tally};

use crate::problem::Problem;

/// Seconds after which there may be room for another body.
const RETRY_AFTER_SECONDS: u32 = 5;

/// How long bodies may take, and how many large ones may arrive at once.
#[derive(Debug, Clone, Copy)]
pub struct BodyLimits {
    /// Longest wait for the next byte.
    pub gap: Duration,
    /// Waiting that every body may cost, whatever its size.
    pub grace: Duration,
    /// Bytes for each further second of waiting.
    pub least_rate: u64,
    /// Bodies longer than this, or of unknown length, are large.
    pub large_from: u64,
    /// Large ones at the same time.
    pub large: usize,
    /// Most large bodies at once from one network.
    pub large_per_network: usize,
    /// After how long the caller is looked at again before more is received: [`super::admission`].
    pub look_again: Duration,
}

impl Default for BodyLimits {
    fn default() -> Self {
        Self {
            gap: Duration::from_secs(30),
            grace: Duration::from_secs(30),
            least_rate: 8 * 1024,
            large_from: 64 * 1024,
            large: 64,
            large_per_network: 16,
            look_again: Duration::from_secs(1),
        }
    }
}

/// Large bodies that are arriving or being worked on.
#[derive(Debug, Default)]
pub struct Arrivals {
    all: Tally<()>,
    networks: Tally<Network>,
}

impl Arrivals {
    pub(super) fn enter(
        &self,
        network: Network,
        limits: &BodyLimits,
    ) -> Result<(Slot<()>, Slot<Network>), Problem> {
        let own = self.networks.enter(network, limits.large_per_network);
        own.and_then(|own| Some((self.all.enter((), limits.large)?, own)))
            .ok_or_else(too_many)
    }

    /// How many there are at this moment.
    #[cfg(test)]
    pub(crate) fn in_progress(&self) -> usize {
        self.all.in_use()
    }
}

/// 503: as many uploads as there may be at once.
pub(crate) fn too_many() -> Problem {
    Problem::new(StatusCode::SERVICE_UNAVAILABLE, ProblemText::TooManyUploads)
        .retry_after(RETRY_AFTER_SECONDS)
}
