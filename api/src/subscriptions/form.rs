//! A subscription as it arrives.

use chrono::{DateTime, TimeDelta, Utc};
use domain::ids::PushTargetId;
use domain::subscription::{
    Delay, Frequency, LONGEST_NAME, LONGEST_WORDS, SendWindow, SubscriptionCriteria,
};
use domain::text::{is_blank, is_forbidden};
use serde::Deserialize;
use storage::db::subscriptions::SubscriptionForm;
use texts::FieldText;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::orders::codes;
use crate::orders::payload::{self, PaperPayload};
use crate::problem::Problem;
use crate::scenes::request::Search;
use crate::scenes::standing_search::standing_criteria;

/// Longest query string, characters.
const LONGEST_QUERY: usize = 8000;
/// Longest time for which a subscription holds.
const LONGEST_VALIDITY: TimeDelta = TimeDelta::days(5 * 366);

/// A subscription to be saved.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = SubscriptionForm)]
#[serde(rename_all = "camelCase")]
pub(super) struct FormBody {
    name: String,
    /// What the data are for, in the applicant's words.
    purpose: String,
    target_id: Uuid,
    /// What is searched: all that narrows, not how results are shown. Left out where a subscription is changed: as it is, and so is
    /// the query.
    search: Option<Search>,
    /// The query string of the portal's search page with the same search.
    #[serde(default)]
    query: String,
    /// When what came in goes out; left out: at once.
    #[schema(value_type = Option<codes::SubscriptionFrequency>)]
    frequency: Option<String>,
    /// And so many hours later: 0, 1 or 2.
    #[serde(default)]
    delaytime: i16,
    valid_until: DateTime<Utc>,
    /// Bytes a day; left out: any.
    daily_bytes: Option<i64>,
    /// First hour of the day, in China, at which files go out; left out: at any.
    window_from: Option<i16>,
    /// The hour at which no more begin.
    window_to: Option<i16>,
    /// Whether its owner is told each day what it brought, by inbox and mail, if it brought anything.
    #[serde(default = "yes")]
    digest: bool,
    /// Its papers, one a slot; those that an order needs that is downloaded. Left out where it is changed: as they are. Other papers
    /// wait for approval anew.
    #[schema(nullable = false)]
    attachments: Option<Vec<PaperPayload>>,
}

const fn yes() -> bool {
    true
}

impl FormBody {
    /// Checks everything that can be checked without the subscription; `before` is what it searches now.
    pub(super) async fn check(
        self,
        context: &Context,
        caller: &Caller,
        client: &Client,
        before: Option<(SubscriptionCriteria, String)>,
    ) -> Result<SubscriptionForm, Problem> {
        let (name, purpose) = self.words()?;
        let (frequency, delay) = rhythm(self.frequency.as_deref(), self.delaytime)?;
        let window = self.window()?;
        let papers = self
            .attachments
            .as_deref()
            .map(payload::papers)
            .transpose()?;
        let now = context.now();
        if self.valid_until <= now || self.valid_until > now + LONGEST_VALIDITY {
            return Err(Problem::invalid_field(
                "validUntil",
                FieldText::ValidUntilWrong,
            ));
        }
        if self.daily_bytes.is_some_and(|most| most <= 0) {
            return Err(Problem::invalid_field("dailyBytes", FieldText::LimitWrong));
        }
        let (criteria, query) = match (self.search, before) {
            (Some(search), _) => {
                let criteria = standing_criteria(context, caller, client, search).await?;
                (criteria, self.query)
            }
            (None, Some(before)) => before,
            (None, None) => {
                return Err(Problem::invalid_field(
                    "search",
                    FieldText::NotForSubscriptions,
                ));
            }
        };
        Ok(SubscriptionForm {
            name,
            purpose,
            target: PushTargetId(self.target_id),
            query,
            frequency,
            delay,
            valid_until: self.valid_until,
            daily_bytes: self.daily_bytes,
            window,
            digest: self.digest,
            papers,
            criteria,
        })
    }

    fn words(&self) -> Result<(String, String), Problem> {
        let (name, purpose) = (self.name.trim(), self.purpose.trim());
        if is_blank(name) {
            return Err(Problem::invalid_field("name", FieldText::NameUnfit));
        }
        if is_blank(purpose) {
            return Err(Problem::invalid_field("purpose", FieldText::PurposeMissing));
        }
        check_words(name, purpose)?;
        if unfit(&self.query, LONGEST_QUERY, true) {
            return Err(Problem::invalid_field("query", FieldText::QueryUnfit));
        }
        Ok((name.to_owned(), purpose.to_owned()))
    }

    fn window(&self) -> Result<Option<SendWindow>, Problem> {
        match (self.window_from, self.window_to) {
            (None, None) => Ok(None),
            (Some(from), Some(to)) => SendWindow::new(from, to)
                .map(Some)
                .ok_or_else(|| Problem::invalid_field("windowTo", FieldText::WindowWrong)),
            _ => Err(Problem::invalid_field("windowTo", FieldText::WindowWrong)),
        }
    }
}

fn unfit(text: &str, most: usize, one_line: bool) -> bool {
    text.chars().count() > most || text.chars().any(|c| is_forbidden(c, one_line))
}

/// Whether name and purpose can be kept and printed, however little they say.
pub(super) fn check_words(name: &str, purpose: &str) -> Result<(), Problem> {
    if unfit(name, LONGEST_NAME, true) {
        return Err(Problem::invalid_field("name", FieldText::NameUnfit));
    }
    if unfit(purpose, LONGEST_WORDS, false) {
        return Err(Problem::invalid_field("purpose", FieldText::NameUnfit));
    }
    Ok(())
}

/// When what came in goes out; no word, or an empty one: at once.
pub(super) fn rhythm(
    word: Option<&str>,
    hours: i16,
) -> Result<(Option<Frequency>, Delay), Problem> {
    let frequency = match word.filter(|word| !word.is_empty()) {
        None => None,
        Some(word) => Some(
            Frequency::parse(word)
                .ok_or_else(|| Problem::invalid_field("frequency", FieldText::DelayWrong))?,
        ),
    };
    let delay = Delay::from_hours(hours)
        .ok_or_else(|| Problem::invalid_field("delaytime", FieldText::DelayWrong))?;
    Ok((frequency, delay))
}
