//! Connections that have not signed in: few, and never in the way of those that have.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use domain::network::Network;
use tokio_util::sync::CancellationToken;

/// The counts are plain numbers and stay sound even if a holder of the lock panicked.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Those waiting, by the order in which they came.
#[derive(Debug, Default)]
struct Queue {
    next: u64,
    waiting: BTreeMap<u64, (Network, CancellationToken)>,
}

/// The places before sign-in.
#[derive(Debug)]
pub(crate) struct WaitingRoom {
    most: usize,
    per_client: usize,
    queue: Arc<Mutex<Queue>>,
}

/// A place before sign-in; dropping it gives it back.
#[derive(Debug)]
pub(crate) struct WaitingPlace {
    queue: Arc<Mutex<Queue>>,
    number: u64,
    lost: CancellationToken,
}

impl WaitingRoom {
    pub(crate) fn new(most: usize, per_client: usize) -> Self {
        Self {
            most,
            per_client,
            queue: Arc::default(),
        }
    }

    /// A place for a connection, unless its network has its share. When the room is full, somebody else loses his place:
    /// so strangers cannot keep everybody out by staying.
    pub(crate) fn enter(&self, client: IpAddr) -> Option<WaitingPlace> {
        let network = Network::from(client);
        let mut queue = lock(&self.queue);
        let from_there = |(other, _): &&(Network, CancellationToken)| *other == network;
        if queue.waiting.values().filter(from_there).count() >= self.per_client {
            return None;
        }
        if queue.waiting.len() >= self.most {
            let number = queue.whom_to_send_away()?;
            let (_, lost) = queue.waiting.remove(&number)?;
            lost.cancel();
        }
        let (number, lost) = (queue.next, CancellationToken::new());
        queue.next += 1;
        queue.waiting.insert(number, (network, lost.clone()));
        Some(WaitingPlace {
            queue: Arc::clone(&self.queue),
            number,
            lost,
        })
    }
}

impl Queue {
    /// Who has waited longest of the network that most are waiting from.
    fn whom_to_send_away(&self) -> Option<u64> {
        let mut crowds: HashMap<Network, (usize, u64)> = HashMap::new();
        for (number, (network, _)) in &self.waiting {
            crowds.entry(*network).or_insert((0, *number)).0 += 1;
        }
        let largest = crowds
            .into_values()
            .max_by_key(|(count, first)| (*count, u64::MAX - first));
        largest.map(|(_, first)| first)
    }
}

impl WaitingPlace {
    /// Ends when the place has gone to somebody else.
    pub(crate) async fn lost(&self) {
        self.lost.cancelled().await;
    }
}

impl Drop for WaitingPlace {
    fn drop(&mut self) {
        lock(&self.queue).waiting.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room(most: usize, per_client: usize) -> impl Fn(&str) -> Option<WaitingPlace> {
        let room = WaitingRoom::new(most, per_client);
        move |client| room.enter(client.parse().unwrap())
    }

    #[test]
    fn a_network_has_its_share_and_places_come_back() {
        let enter = room(10, 2);
        let first = enter("127.0.0.1");
        let second = enter("127.0.0.1");
        assert!(first.is_some() && second.is_some());
        assert!(enter("127.0.0.1").is_none());
        assert!(enter("127.0.0.2").is_some());
        drop(first);
        assert!(enter("127.0.0.1").is_some());
        let _one = (enter("2001:db8::1"), enter("2001:db8::2"));
        assert!(enter("2001:db8::3").is_none(), "one network");
    }

    #[test]
    fn in_a_full_room_the_crowd_makes_way() {
        let enter = room(4, 3);
        let honest = enter("127.0.0.1").unwrap();
        let crowd: Vec<_> = (0..3).map(|_| enter("127.0.0.9").unwrap()).collect();
        let newcomer = enter("127.0.0.2").unwrap();
        assert!(
            crowd[0].lost.is_cancelled(),
            "the first of those who are most"
        );
        for stays in [&honest, &crowd[1], &crowd[2], &newcomer] {
            assert!(!stays.lost.is_cancelled());
        }
        // One from each network: the oldest goes.
        drop(crowd);
        let _others = [enter("127.0.0.3").unwrap(), enter("127.0.0.4").unwrap()];
        let _last = enter("127.0.0.5").unwrap();
        assert!(honest.lost.is_cancelled() && !newcomer.lost.is_cancelled());
    }
}
