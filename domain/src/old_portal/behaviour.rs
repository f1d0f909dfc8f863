//! What people did at the old portal.

use std::net::IpAddr;

use chrono::{DateTime, Utc};
use serde::Deserialize;
use texts::ImportText;

use super::{OldRowFault, check_moment, checked_text};
use crate::behaviour::Behaviour;
use crate::ids::UserId;
use crate::order::number::OrderNumber;

/// Most characters of a row's id.
pub const MAX_ID: usize = 200;
/// Most characters of an address or a browser's name.
const MAX_TEXT: usize = 512;

/// One thing that somebody did, as the file says it.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OldBehaviour {
    /// The row's own id at the old portal; by this a second run knows it.
    pub id: String,
    /// `fBehaviortype`, 0 to 8.
    pub kind: i16,
    /// When it happened.
    pub at: DateTime<Utc>,
    /// Login name; `None`: a guest.
    pub login_name: Option<String>,
    /// Address of the client.
    #[serde(default)]
    pub client_ip: String,
    /// The browser's name for itself.
    #[serde(default)]
    pub agent: String,
    /// The page or path.
    #[serde(default)]
    pub detail_url: String,
    /// The order concerned.
    pub order_number: Option<String>,
    /// How many scenes, or files.
    pub scenes: Option<i64>,
    /// Bytes that were fetched.
    pub bytes: Option<i64>,
    /// From when, of a stay.
    pub started_at: Option<DateTime<Utc>>,
    /// Until when, of a stay.
    pub ended_at: Option<DateTime<Utc>>,
}

/// Start and end of the time on a page.
pub type Stay = (DateTime<Utc>, DateTime<Utc>);

/// What can be taken in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedBehaviour {
    /// The row's own id.
    pub id: String,
    pub kind: Behaviour,
    /// When it happened.
    pub at: DateTime<Utc>,
    /// Who; `None`: a guest.
    pub user: Option<UserId>,
    /// Address of the client, or empty.
    pub client_ip: String,
    /// The browser's name for itself, or empty.
    pub agent: String,
    /// The page or path, or empty.
    pub detail_url: String,
    /// The order concerned.
    pub order: Option<OrderNumber>,
    /// How many scenes, or files.
    pub scenes: Option<i64>,
    /// Bytes that were fetched.
    pub bytes: Option<i64>,
    /// Time on the page, of a stay.
    pub stay: Option<Stay>,
}

impl OldBehaviour {
    /// What of it is taken in; `user` finds the account of a login name.
    ///
    /// # Errors
    /// The first field that is wrong.
    pub fn check(
        self,
        user: impl Fn(&str) -> Option<UserId>,
        now: DateTime<Utc>,
    ) -> Result<CheckedBehaviour, OldRowFault> {
        let wrong_id = || {
            let most = MAX_ID as u64;
            OldRowFault::new("id", ImportText::IdWrong { most })
        };
        let id = checked_text("id", &self.id, (MAX_ID, true)).map_err(|_| wrong_id())?;
        if id.is_empty() {
            return Err(wrong_id());
        }
        let kind = Behaviour::try_from(self.kind)
            .map_err(|_| OldRowFault::new("kind", ImportText::BehaviourWrong))?;
        check_moment("at", self.at, now)?;
        let who = self.login_name.as_deref().map(|name| {
            user(name).ok_or_else(|| {
                let name = name.to_owned();
                OldRowFault::new("loginName", ImportText::OwnerUnknown { name })
            })
        });
        let user = who.transpose()?;
        let order = self.order_number.clone().map(|number| {
            OrderNumber::try_from(number)
                .map_err(|_| OldRowFault::new("orderNumber", ImportText::NumberWrong))
        });
        Ok(CheckedBehaviour {
            id,
            kind,
            at: self.at,
            user,
            client_ip: address(&self.client_ip),
            agent: checked_text("agent", &cut(&self.agent), (MAX_TEXT, false))?,
            detail_url: checked_text("detailUrl", &cut(&self.detail_url), (MAX_TEXT, true))?,
            order: order.transpose()?,
            scenes: count("scenes", self.scenes)?,
            bytes: count("bytes", self.bytes)?,
            stay: self.stay(kind)?,
        })
    }

    fn stay(&self, kind: Behaviour) -> Result<Option<Stay>, OldRowFault> {
        match (self.started_at, self.ended_at) {
            (None, None) => Ok(None),
            (Some(start), Some(end))
                if kind == Behaviour::TimeOnSite && start <= end && end <= self.at =>
            {
                Ok(Some((start, end)))
            }
            _ => Err(OldRowFault::new("startedAt", ImportText::StayWrong)),
        }
    }
}

/// An address of the internet in its one spelling; anything else says nothing.
fn address(text: &str) -> String {
    let parsed = text.trim().parse::<IpAddr>();
    parsed.map_or_else(|_| String::new(), |address| address.to_string())
}

/// Longer ones are cut, as the product cuts its own.
fn cut(text: &str) -> String {
    text.trim().chars().take(MAX_TEXT).collect()
}

fn count(field: &'static str, number: Option<i64>) -> Result<Option<i64>, OldRowFault> {
    match number {
        Some(number) if number < 0 => Err(OldRowFault::new(field, ImportText::CountWrong)),
        number => Ok(number),
    }
}
