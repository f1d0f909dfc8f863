//! Pages of a STAC API: Item Search of STAC API 1.0, with `next` links by GET or POST (STAC API, "Paging").

use chrono::{DateTime, SecondsFormat, Utc};
use domain::receive::{ItemReason, ReceiveDefinition, Verification};
use reqwest::StatusCode;
use reqwest::header::{ACCEPT, HeaderValue};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use texts::FailureText;
use url::Url;

use super::ReceivedItem;
use crate::archive::http::{MAX_REDIRECTS, checked_client, redirect, refuse_failure, send};
use crate::archive::{ArchiveConfig, ArchiveError, redacted};
use crate::stac;

/// Longest answer, bytes.
const LONGEST: usize = 32 << 20;
/// Longest that an answer may take, once it has begun.
const PATIENCE: std::time::Duration = std::time::Duration::from_mins(2);
/// Items of a page that are asked for; fewer where all of their files is read: a page is written at once.
const PAGE: u32 = 200;
const READ_PAGE: u32 = 20;

/// Address and body of a page's request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageRequest {
    url: String,
    /// What is posted; `None`: it is got.
    body: Option<Value>,
}

#[derive(Debug)]
pub struct PageItem {
    /// The item.
    pub received: ReceivedItem,
    /// When it was last changed, as it says.
    pub updated: Option<DateTime<Utc>>,
    /// Of another installation: the file that it hands out.
    pub file: Option<PeerFile>,
}

/// A file that another installation hands out.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct PeerFile {
    /// What tells it from another file that the scene had before.
    #[serde(rename = "scenedock:file_tag")]
    pub tag: String,
    /// Title of the file.
    #[serde(default)]
    pub title: String,
}

#[derive(Debug)]
pub struct Page {
    /// Items of the page, in the order of the answer.
    pub items: Vec<PageItem>,
    /// The one behind it.
    pub next: Option<PageRequest>,
}

#[derive(Deserialize)]
struct Link {
    rel: String,
    href: String,
    #[serde(default)]
    method: Option<String>,
    #[serde(default)]
    body: Option<Value>,
    #[serde(default)]
    merge: Option<bool>,
}

#[derive(Deserialize)]
struct Landing {
    #[serde(default, rename = "conformsTo")]
    conforms: Vec<String>,
    #[serde(default)]
    links: Vec<Link>,
}

#[derive(Deserialize)]
struct RawPage {
    features: Vec<Box<RawValue>>,
    #[serde(default)]
    links: Vec<Link>,
}

/// A STAC API, asked through the operator's list of hosts.
#[derive(Debug, Clone, Copy)]
pub struct StacApi<'a> {
    /// Address of the API, and which collections to read.
    pub definition: &'a ReceiveDefinition,
    /// Hosts that may be called.
    pub config: &'a ArchiveConfig,
    /// What one signs in with; it is sent to where the definition says, and to nobody else.
    pub token: Option<&'a str>,
}

impl StacApi<'_> {
    /// The first page of what was updated since then; an API that cannot filter is asked for all.
    ///
    /// # Errors
    /// When it cannot be reached, or is no STAC API.
    pub async fn first(self, since: Option<DateTime<Utc>>) -> Result<PageRequest, ArchiveError> {
        let root = Url::parse(&self.definition.location)
            .map_err(|_| ArchiveError::Unreadable(FailureText::AddressUnreadable.into()))?;
        let request = PageRequest {
            url: root.to_string(),
            body: None,
        };
        let (url, text) = self.fetch(&request).await?;
        let landing: Landing = parse(&url, &text)?;
        let is_get = |link: &&Link| {
            let method = link.method.as_deref().unwrap_or("GET");
            link.rel == "search" && method.eq_ignore_ascii_case("GET")
        };
        let search = landing.links.iter().find(is_get);
        let search = search
            .and_then(|link| url.join(&link.href).ok())
            .ok_or_else(|| no_api(&url))?;
        Ok(self.search(search, &landing.conforms, since))
    }

    fn search(
        self,
        mut url: Url,
        conforms: &[String],
        since: Option<DateTime<Utc>>,
    ) -> PageRequest {
        let can = |part: &str| conforms.iter().any(|class| class.contains(part));
        let limit = match self.definition.verification {
            _ if self.definition.with_files => READ_PAGE,
            Verification::Checksum if !self.definition.kind.is_peer() => READ_PAGE,
            _ => PAGE,
        };
        let time = since.map(|time| time.to_rfc3339_opts(SecondsFormat::Micros, true));
        {
            let mut query = url.query_pairs_mut();
            query.append_pair("limit", &limit.to_string());
            if !self.definition.collections.is_empty() {
                query.append_pair("collections", &self.definition.collections.join(","));
            }
            if let Some(corners) = self.definition.area {
                query.append_pair(
                    "bbox",
                    &corners.map(|degrees| degrees.to_string()).join(","),
                );
            }
            if let Some(interval) = self.interval() {
                query.append_pair("datetime", &interval);
            }
            match time {
                Some(time) if can("item-search#filter") && can("cql2-text") => {
                    query.append_pair("filter-lang", "cql2-text");
                    query.append_pair("filter", &format!("updated >= TIMESTAMP('{time}')"));
                }
                Some(time) if can("item-search#query") => {
                    let condition = json!({"updated": {"gte": time}});
                    query.append_pair("query", &condition.to_string());
                }
                _ => {}
            }
        }
        PageRequest {
            url: url.into(),
            body: None,
        }
    }

    /// When scenes were taken; `None`: at any time.
    fn interval(self) -> Option<String> {
        let (from, until) = (self.definition.taken_from, self.definition.taken_until);
        let end = |time: Option<DateTime<Utc>>| {
            time.map_or_else(
                || "..".to_owned(),
                |time| time.to_rfc3339_opts(SecondsFormat::Secs, true),
            )
        };
        (from.is_some() || until.is_some()).then(|| format!("{}/{}", end(from), end(until)))
    }

    /// A page.
    ///
    /// # Errors
    /// When it cannot be had or is none.
    pub async fn page(self, request: &PageRequest) -> Result<Page, ArchiveError> {
        let (url, text) = self.fetch(request).await?;
        let page: RawPage = parse(&url, &text)?;
        let next = page.links.iter().find(|link| link.rel == "next");
        let next = next.map(|link| follow(link, request, &url)).transpose()?;
        if next.as_ref() == Some(request) {
            let address = redacted(&url);
            return Err(ArchiveError::Unreadable(
                FailureText::PagesInCircle { place: address }.into(),
            ));
        }
        let items = page.features.iter().enumerate();
        Ok(Page {
            items: items
                .map(|(index, raw)| read_item(index, raw, &url))
                .collect(),
            next,
        })
    }

    /// The answer and where it came from; every host on the way is checked as the first one is.
    async fn fetch(self, request: &PageRequest) -> Result<(Url, Vec<u8>), ArchiveError> {
        let unreadable = || ArchiveError::Unreadable(FailureText::AddressUnreadable.into());
        let mut url = Url::parse(&request.url).map_err(|_| unreadable())?;
        for _ in 0..=MAX_REDIRECTS {
            if !matches!(url.scheme(), "http" | "https") {
                return Err(unreadable());
            }
            let client = checked_client(&url, self.config).await?;
            let call = match &request.body {
                None => client.get(url.clone()),
                Some(body) => client.post(url.clone()).json(body),
            };
            let kinds = HeaderValue::from_static("application/geo+json, application/json");
            let token = self
                .token
                .filter(|_| is_there(&url, &self.definition.location));
            let call = match token {
                Some(token) => call.bearer_auth(token),
                None => call,
            };
            let reply = send(call.header(ACCEPT, kinds), &url, self.config).await?;
            if token.is_some() {
                refuse_denial(&reply, &redacted(&url))?;
            }
            if let Some(target) = redirect(&reply, &url)? {
                url = target;
                continue;
            }
            refuse_failure(&reply, &redacted(&url))?;
            let text = tokio::time::timeout(PATIENCE, self.body(reply, &url));
            let text = text.await.map_err(|_| {
                let address = redacted(&url);
                ArchiveError::Transient(FailureText::NoAnswer { place: address }.into())
            })?;
            return Ok((url, text?));
        }
        Err(ArchiveError::Unreadable(
            FailureText::TooManyRedirects {
                place: redacted(&url),
                most: MAX_REDIRECTS as u64,
            }
            .into(),
        ))
    }

    async fn body(self, mut reply: reqwest::Response, url: &Url) -> Result<Vec<u8>, ArchiveError> {
        let mut text = Vec::new();
        loop {
            let address = redacted(url);
            let next = tokio::time::timeout(self.config.silence, reply.chunk()).await;
            let chunk = match next {
                Ok(Ok(chunk)) => chunk,
                Ok(Err(error)) => {
                    let what = error.without_url().to_string();
                    return Err(ArchiveError::Transient(
                        FailureText::Said {
                            place: address,
                            what: what.into(),
                        }
                        .into(),
                    ));
                }
                Err(_) => {
                    return Err(ArchiveError::Transient(
                        FailureText::NoAnswer { place: address }.into(),
                    ));
                }
            };
            let Some(bytes) = chunk else {
                return Ok(text);
            };
            if text.len() + bytes.len() > LONGEST {
                let most = LONGEST as u64;
                return Err(ArchiveError::Unreadable(
                    FailureText::AnswerTooLarge {
                        place: address,
                        most,
                    }
                    .into(),
                ));
            }
            text.extend_from_slice(&bytes);
        }
    }
}

/// Whether an address lies where that place is: what one signs in with goes nowhere else, whoever links or redirects there.
fn is_there(url: &Url, location: &str) -> bool {
    Url::parse(location).is_ok_and(|source| source.origin() == url.origin())
}

/// Where one signs in, these say that one is not let in.
pub(super) fn refuse_denial(reply: &reqwest::Response, address: &str) -> Result<(), ArchiveError> {
    if !matches!(
        reply.status(),
        StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN
    ) {
        return Ok(());
    }
    let (address, status) = (address.to_owned(), reply.status().to_string());
    Err(ArchiveError::Denied(
        FailureText::Answered {
            place: address,
            status,
        }
        .into(),
    ))
}

fn no_api(url: &Url) -> ArchiveError {
    let address = redacted(url);
    ArchiveError::Unreadable(FailureText::NoStacApi { place: address }.into())
}

fn parse<'a, T: Deserialize<'a>>(url: &Url, text: &'a [u8]) -> Result<T, ArchiveError> {
    serde_json::from_slice(text).map_err(|error| {
        let (address, what) = (redacted(url), error.to_string());
        ArchiveError::Unreadable(
            FailureText::AnswerUnreadable {
                place: address,
                what,
            }
            .into(),
        )
    })
}

/// The page that a `next` link leads to. With `merge` its body goes over the one before.
fn follow(link: &Link, before: &PageRequest, base: &Url) -> Result<PageRequest, ArchiveError> {
    let url = base
        .join(&link.href)
        .map_err(|_| ArchiveError::Unreadable(FailureText::AddressUnreadable.into()))?;
    let is_post = link
        .method
        .as_deref()
        .is_some_and(|method| method.eq_ignore_ascii_case("POST"));
    let mut body = None;
    if is_post {
        let own = link.body.clone().unwrap_or_else(|| json!({}));
        body = Some(match (&before.body, link.merge, own) {
            (Some(Value::Object(old)), Some(true), Value::Object(new)) => {
                let mut merged = old.clone();
                merged.extend(new);
                Value::Object(merged)
            }
            (_, _, own) => own,
        });
    }
    Ok(PageRequest {
        url: url.into(),
        body,
    })
}

#[derive(Deserialize, Default)]
struct ItemHead {
    #[serde(default)]
    id: Option<String>,
    #[serde(default)]
    collection: Option<String>,
    #[serde(default)]
    properties: ItemTimes,
    #[serde(default)]
    links: Vec<Link>,
    #[serde(default)]
    assets: ItemFiles,
}

#[derive(Deserialize, Default)]
struct ItemFiles {
    /// What others call their data is no file of ours.
    #[serde(default)]
    data: Option<Value>,
}

#[derive(Deserialize, Default)]
struct ItemTimes {
    #[serde(default)]
    updated: Option<String>,
}

fn read_item(index: usize, raw: &RawValue, page: &Url) -> PageItem {
    let head: ItemHead = serde_json::from_str(raw.get()).unwrap_or_default();
    let name = match (&head.collection, &head.id) {
        (Some(collection), Some(id)) => format!("{collection}/{id}"),
        (None, Some(id)) => id.clone(),
        (_, None) => format!("{}#features[{index}]", page.as_str()),
    };
    let itself = head.links.iter().find(|link| link.rel == "self");
    let base = itself.and_then(|link| page.join(&link.href).ok());
    let item = stac::parse(raw.get().as_bytes(), base.as_ref().unwrap_or(page))
        .map_err(|why| (ItemReason::Malformed, why.into()));
    let updated = head.properties.updated.as_deref();
    let updated = updated.and_then(|text| DateTime::parse_from_rfc3339(text).ok());
    PageItem {
        received: ReceivedItem { name, item },
        updated: updated.map(|time| time.to_utc()),
        file: (head.assets.data).and_then(|file| serde_json::from_value(file).ok()),
    }
}
