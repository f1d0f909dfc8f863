//! Ports on the loopback address for programs that have to be told theirs before they start.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::net::TcpListener;
use std::ops::Range;

use anyhow::{Context, ensure};

/// Where they are looked for: below what systems give to connections that go out (32768 and above on Linux, RFC 6335
/// 49152 and above). Between the choice and the program that listens, a connection of another test would else take it.
const RANGE: Range<u16> = 12_000..32_000;
/// Ports that are tried, each drawn anew.
const TRIES: usize = 200;

/// A port that nobody listens on at this moment.
///
/// # Errors
/// Where all that were drawn are taken.
pub fn free_port() -> anyhow::Result<u16> {
    let [port] = free_ports()?;
    Ok(port)
}

/// Ports that nobody listens on at this moment, all different.
///
/// # Errors
/// Where too many that were drawn are taken.
pub fn free_ports<const N: usize>() -> anyhow::Result<[u16; N]> {
    // All are held until all are chosen, so that they differ.
    let mut held = Vec::with_capacity(N);
    for _ in 0..TRIES {
        if held.len() < N
            && let Ok(listener) = TcpListener::bind(("127.0.0.1", drawn()))
        {
            held.push(listener);
        }
    }
    ensure!(held.len() == N, "no free ports");
    let ports = held.iter().map(TcpListener::local_addr);
    let ports: Vec<u16> = ports
        .map(|at| Ok(at?.port()))
        .collect::<anyhow::Result<_>>()?;
    ports.try_into().ok().context("no free ports")
}

/// A port of the range by chance: the standard library seeds its hash tables by the system's random numbers.
fn drawn() -> u16 {
    let number = RandomState::new().build_hasher().finish();
    let offset = number % u64::from(RANGE.end - RANGE.start);
    // Smaller than the range, which is of this type.
    RANGE.start + u16::try_from(offset).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn ports_differ_and_lie_below_those_of_outgoing_connections() {
        let ports: [u16; 20] = free_ports().unwrap();
        assert_eq!(HashSet::from(ports).len(), ports.len());
        for port in ports {
            assert!(RANGE.contains(&port), "{port}");
        }
    }

    #[test]
    fn a_port_that_is_taken_is_not_given() {
        // Another test may hold the one that was free a moment ago.
        let taken = loop {
            if let Ok(taken) = TcpListener::bind(("127.0.0.1", free_port().unwrap())) {
                break taken;
            }
        };
        let port = taken.local_addr().unwrap().port();
        for _ in 0..500 {
            assert_ne!(free_port().unwrap(), port);
        }
    }
}
