//! Cards of scenes that searches have shown lately, kept for the next one that finds them: what is confirmed needs no question
//! to the database then. A card is right as of an edition of the replica, and goes when the feed tells that its scene was
//! written or that there is a picture of it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use lru::LruCache;
use sqlx::PgConnection;

use super::Card;
use crate::StorageError;

/// What the cards take, in bytes: a hundred thousand.
const MAX_BYTES: usize = 64 << 20;
/// When more pictures were made between two looks, all cards are forgotten.
const MAX_PICTURES: usize = 1000;

/// A state of the replica: a later one differs in some scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Edition(u64);

/// Given before cards are read from the database: what was read is kept only if nothing was told meanwhile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ReadTicket(u64);

/// The cards of a page, or whether they may be kept once they are read.
#[derive(Debug)]
pub(super) enum Shelved {
    Page(Vec<Card>),
    Unread(Option<ReadTicket>),
}

/// One is shared by all replicas that follow from another.
#[derive(Debug)]
pub(super) struct CardShelf(Mutex<Shelf>);

#[derive(Debug)]
struct Shelf {
    cards: LruCache<i64, Arc<Card>>,
    bytes: usize,
    most_bytes: usize,
    /// Of which the cards are.
    edition: Edition,
    /// The latest that was given to a replica.
    latest: Edition,
    /// How often something was forgotten.
    notices: u64,
    /// As of when it is known which scenes have pictures; `None`: nothing is kept until somebody looks.
    pictures: Option<String>,
}

impl Default for CardShelf {
    fn default() -> Self {
        Self::holding(MAX_BYTES)
    }
}

impl CardShelf {
    fn holding(most_bytes: usize) -> Self {
        Self(Mutex::new(Shelf {
            cards: LruCache::unbounded(),
            bytes: 0,
            most_bytes,
            edition: Edition(0),
            latest: Edition(0),
            notices: 0,
            pictures: None,
        }))
    }

    fn lock(&self) -> MutexGuard<'_, Shelf> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The edition of a replica that was read anew.
    pub(super) fn begin(&self) -> Edition {
        let mut inner = self.lock();
        inner.clear();
        inner.next_edition()
    }

    /// The edition of a replica that follows from another, in which these scenes are others.
    pub(super) fn forget(&self, before: Edition, dids: impl IntoIterator<Item = i64>) -> Edition {
        let mut inner = self.lock();
        if inner.edition == before {
            inner.forget(dids);
        } else {
            inner.clear();
        }
        inner.next_edition()
    }

    /// Goes on from the replica that searches are answered from, should the latest edition belong to one that nobody took.
    pub(super) fn follow(&self, edition: Edition) {
        let mut inner = self.lock();
        if inner.edition != edition {
            inner.clear();
            inner.edition = edition;
        }
    }

    /// The cards of a page that a replica of this edition found.
    pub(super) fn page(&self, edition: Edition, dids: &[i64]) -> Shelved {
        let mut inner = self.lock();
        if inner.edition != edition || inner.pictures.is_none() {
            return Shelved::Unread(None);
        }
        let ticket = ReadTicket(inner.notices);
        let cards = dids.iter().map(|did| inner.cards.get(did).cloned());
        let cards: Option<Vec<Arc<Card>>> = cards.collect();
        drop(inner);
        match cards {
            Some(cards) => Shelved::Page(cards.iter().map(|card| Card::clone(card)).collect()),
            None => Shelved::Unread(Some(ticket)),
        }
    }

    /// Keeps what was read, unless something was told since the ticket was given.
    pub(super) fn keep(&self, ticket: ReadTicket, read: &[Card]) {
        let cards: Vec<_> = read.iter().cloned().map(Arc::new).collect();
        let mut inner = self.lock();
        if inner.notices == ticket.0 {
            for card in cards {
                inner.put(card);
            }
        }
    }

    /// Forgets the cards of scenes that have pictures since the last look, or none any longer.
    pub(super) async fn look_for_pictures(
        &self,
        db: &mut PgConnection,
    ) -> Result<(), StorageError> {
        let known = self.lock().pictures.clone();
        let (now, changed) = pictures_since(db, known.as_deref()).await?;
        let mut inner = self.lock();
        // Cleared meanwhile: what is kept from here on is read later.
        match changed.filter(|_| inner.pictures == known) {
            Some(dids) if dids.is_empty() => {}
            Some(dids) => inner.forget(dids),
            None => inner.clear(),
        }
        inner.pictures = Some(now);
        Ok(())
    }
}

/// The snapshot of now, and the scenes of which there are pictures since another; `None`: that is too many, or it is not known
/// since when.
async fn pictures_since(
    db: &mut PgConnection,
    known: Option<&str>,
) -> Result<(String, Option<Vec<i64>>), StorageError> {
    let most = i64::try_from(MAX_PICTURES).unwrap_or(i64::MAX);
    let read = sqlx::query!(
        "SELECT pg_current_snapshot()::text AS \"now!\", ARRAY(SELECT did FROM scene_preview \
             WHERE version >= pg_snapshot_xmin($1::text::pg_snapshot) \
             AND version < pg_snapshot_xmax(pg_current_snapshot()) \
             AND NOT pg_visible_in_snapshot(version, $1::text::pg_snapshot) LIMIT $2::bigint + 1) AS \"dids!\"",
        known,
        most
    )
    .fetch_one(db)
    .await?;
    let (now, dids) = (read.now, read.dids);
    let are_all = known.is_some() && dids.len() <= MAX_PICTURES;
    Ok((now, are_all.then_some(dids)))
}

impl Shelf {
    fn next_edition(&mut self) -> Edition {
        self.latest.0 += 1;
        self.edition = self.latest;
        self.edition
    }

    fn clear(&mut self) {
        self.cards.clear();
        self.bytes = 0;
        self.notices += 1;
        self.pictures = None;
    }

    fn forget(&mut self, dids: impl IntoIterator<Item = i64>) {
        self.notices += 1;
        for did in dids {
            if let Some(card) = self.cards.pop(&did) {
                self.bytes -= bytes_of(&card);
            }
        }
    }

    fn put(&mut self, card: Arc<Card>) {
        self.bytes += bytes_of(&card);
        if let Some((_, before)) = self.cards.push(card.did, card) {
            self.bytes -= bytes_of(&before);
        }
        while self.bytes > self.most_bytes
            && let Some((_, oldest)) = self.cards.pop_lru()
        {
            self.bytes -= bytes_of(&oldest);
        }
    }
}

/// What a card takes, roughly: itself, its texts, its footprint, and its place among the others.
fn bytes_of(card: &Card) -> usize {
    let texts = [&card.dataid, &card.dataname, &card.satellite, &card.sensor];
    let texts: usize = texts.into_iter().map(String::len).sum();
    let picture = card.image_url.as_ref().map_or(0, String::len);
    size_of::<Card>() + texts + picture + size_of_val(card.footprint.view().words()) + 100
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use domain::catalogue::scene_type::SceneType;

    use super::*;
    use crate::db::scenes::Footprint;

    fn card(did: i64) -> Card {
        Card {
            did,
            dataid: format!("scene-{did}"),
            dataname: "GF1".into(),
            scene_type: SceneType::OriginalImage,
            nodeid: 1,
            satellite: "GF1".into(),
            sensor: "WFV".into(),
            acquired: DateTime::UNIX_EPOCH,
            received: None,
            cloud: None,
            online: true,
            size: 1,
            footprint: Footprint::try_from(&[][..]).unwrap(),
            image_url: None,
            has_preview: false,
        }
    }

    /// A shelf of which it is known which scenes have pictures.
    fn shelf(most_bytes: usize) -> (CardShelf, Edition) {
        let shelf = CardShelf::holding(most_bytes);
        let edition = shelf.begin();
        shelf.lock().pictures = Some("1:1:".into());
        (shelf, edition)
    }

    fn ticket(shelf: &CardShelf, edition: Edition, did: i64) -> ReadTicket {
        match shelf.page(edition, &[did]) {
            Shelved::Unread(Some(ticket)) => ticket,
            other => panic!("{other:?}"),
        }
    }

    fn listed(shelf: &CardShelf, edition: Edition, dids: &[i64]) -> Option<Vec<i64>> {
        match shelf.page(edition, dids) {
            Shelved::Page(cards) => Some(cards.iter().map(|card| card.did).collect()),
            Shelved::Unread(_) => None,
        }
    }

    #[test]
    fn a_page_is_given_when_all_of_it_is_there() {
        let (shelf, edition) = shelf(MAX_BYTES);
        let given = ticket(&shelf, edition, 1);
        shelf.keep(given, &[card(1), card(2)]);
        assert_eq!(listed(&shelf, edition, &[2, 1]), Some(vec![2, 1]));
        assert_eq!(listed(&shelf, edition, &[2, 3]), None);
    }

    #[test]
    fn what_was_written_goes_and_what_was_read_before_is_not_kept() {
        let (shelf, first) = shelf(MAX_BYTES);
        let given = ticket(&shelf, first, 1);
        shelf.keep(given, &[card(1), card(2)]);
        let late = ticket(&shelf, first, 3);
        let second = shelf.forget(first, [2]);
        shelf.keep(late, &[card(2), card(3)]);
        assert_eq!(listed(&shelf, second, &[1]), Some(vec![1]));
        for did in [2, 3] {
            assert_eq!(listed(&shelf, second, &[did]), None);
        }
        assert_eq!(listed(&shelf, first, &[1]), None, "of a later edition");
    }

    #[test]
    fn changes_of_a_replica_that_nobody_took_leave_nothing() {
        let (shelf, first) = shelf(MAX_BYTES);
        let given = ticket(&shelf, first, 1);
        shelf.keep(given, &[card(1)]);
        shelf.forget(first, [2]);
        shelf.follow(first);
        assert_eq!(listed(&shelf, first, &[1]), None);
        shelf.lock().pictures = Some("1:1:".into());
        let given = ticket(&shelf, first, 1);
        shelf.keep(given, &[card(1), card(2)]);
        let third = shelf.forget(first, [2]);
        assert_eq!(listed(&shelf, third, &[1]), Some(vec![1]));
        let elsewhere = shelf.forget(first, [2]);
        assert_eq!(listed(&shelf, elsewhere, &[1]), None);
    }

    #[test]
    fn nothing_is_kept_while_it_is_unknown_which_scenes_have_pictures() {
        let shelf = CardShelf::default();
        let edition = shelf.begin();
        assert!(matches!(shelf.page(edition, &[1]), Shelved::Unread(None)));
    }

    #[test]
    fn what_was_not_shown_for_longest_goes_first() {
        let one = bytes_of(&card(1));
        let (shelf, edition) = shelf(2 * one);
        let given = ticket(&shelf, edition, 1);
        shelf.keep(given, &[card(1), card(2)]);
        assert_eq!(listed(&shelf, edition, &[1]), Some(vec![1]));
        shelf.keep(given, &[card(3), card(3)]);
        assert_eq!(listed(&shelf, edition, &[3, 1]), Some(vec![3, 1]));
        assert_eq!(listed(&shelf, edition, &[2]), None);
        assert_eq!(shelf.lock().bytes, 2 * one);
    }
}
