//! Archives behind web servers.

use futures::{StreamExt, TryStreamExt};
use reqwest::header::{ACCEPT_ENCODING, HeaderValue, LOCATION};
use reqwest::{Client, RequestBuilder, Response, StatusCode};
use texts::FailureText;
use url::Url;

use super::address::redacted;
use super::object::ArchiveObject;
use super::{ArchiveConfig, ArchiveError, hosts};
use crate::fault::Fault;

/// Redirects followed, one after the other.
pub(crate) const MAX_REDIRECTS: usize = 5;

pub(super) async fn open(url: &Url, config: &ArchiveConfig) -> Result<ArchiveObject, ArchiveError> {
    let reply = follow(url, config).await?;
    let address = redacted(url);
    refuse_failure(&reply, &address)?;
    let size = reply.content_length().ok_or_else(|| {
        let address = address.clone();
        ArchiveError::Unsupported(FailureText::SizeNotAnnounced { place: address }.into())
    })?;
    let stream = reply
        .bytes_stream()
        .map_err(|e| Fault::TransientIo(e.without_url().to_string().into()))
        .boxed();
    Ok(ArchiveObject { size, stream })
}

/// The answer at the end of the redirects; every host on the way is checked as the first one is.
async fn follow(url: &Url, config: &ArchiveConfig) -> Result<Response, ArchiveError> {
    let mut next = url.clone();
    for _ in 0..=MAX_REDIRECTS {
        let reply = ask(&next, config).await?;
        let Some(target) = redirect(&reply, &next)? else {
            return Ok(reply);
        };
        next = target;
    }
    Err(ArchiveError::Unreadable(
        FailureText::TooManyRedirects {
            place: redacted(url),
            most: MAX_REDIRECTS as u64,
        }
        .into(),
    ))
}

/// A client that calls the host in `url` and nobody else, where the operator allows that.
pub(crate) async fn checked_client(
    url: &Url,
    config: &ArchiveConfig,
) -> Result<Client, ArchiveError> {
    let port = url.port_or_known_default().unwrap_or(80);
    let addresses = hosts::addresses(url, port, config).await?;
    // A client of its own: the addresses that were checked are the addresses that are called. A proxy would resolve
    // the name once more.
    Client::builder()
        .no_proxy()
        .redirect(reqwest::redirect::Policy::none())
        .connect_timeout(config.connect)
        .resolve_to_addrs(url.host_str().unwrap_or_default(), &addresses)
        .build()
        .map_err(|e| ArchiveError::Transient(e.to_string().into()))
}

async fn ask(url: &Url, config: &ArchiveConfig) -> Result<Response, ArchiveError> {
    let client = checked_client(url, config).await?;
    let request = client
        .get(url.clone())
        // A compressed body has no known size and another checksum.
        .header(ACCEPT_ENCODING, HeaderValue::from_static("identity"));
    send(request, url, config).await
}

/// The head of the answer to a request, within the time that one waits for it.
pub(crate) async fn send(
    request: RequestBuilder,
    url: &Url,
    config: &ArchiveConfig,
) -> Result<Response, ArchiveError> {
    let address = redacted(url);
    tokio::time::timeout(config.connect, request.send())
        .await
        .map_err(|_| {
            let address = address.clone();
            ArchiveError::Transient(FailureText::NoAnswer { place: address }.into())
        })?
        .map_err(|e| ArchiveError::transient_at(address, e.without_url().to_string()))
}

/// Where a redirect leads; `None`: it is none. Name and password of `from` stay behind.
pub(crate) fn redirect(reply: &Response, from: &Url) -> Result<Option<Url>, ArchiveError> {
    let is_redirect = matches!(
        reply.status(),
        StatusCode::MOVED_PERMANENTLY
            | StatusCode::FOUND
            | StatusCode::SEE_OTHER
            | StatusCode::TEMPORARY_REDIRECT
            | StatusCode::PERMANENT_REDIRECT
    );
    if !is_redirect {
        return Ok(None);
    }
    let broken = || {
        let address = redacted(from);
        ArchiveError::Unreadable(FailureText::RedirectBroken { place: address }.into())
    };
    let location = reply.headers().get(LOCATION).ok_or_else(broken)?;
    let target = location
        .to_str()
        .ok()
        .and_then(|text| from.join(text).ok())
        .filter(|target| matches!(target.scheme(), "http" | "https"))
        .ok_or_else(broken)?;
    Ok(Some(target))
}

pub(crate) fn refuse_failure(reply: &Response, address: &str) -> Result<(), ArchiveError> {
    let status = reply.status();
    let answered = || {
        let (address, status) = (address.to_owned(), status.to_string());
        FailureText::Answered {
            place: address,
            status,
        }
        .into()
    };
    match status {
        StatusCode::OK => Ok(()),
        StatusCode::NOT_FOUND | StatusCode::GONE => Err(ArchiveError::Missing(address.into())),
        StatusCode::REQUEST_TIMEOUT | StatusCode::TOO_MANY_REQUESTS | StatusCode::TOO_EARLY => {
            Err(ArchiveError::Transient(answered()))
        }
        _ if status.is_server_error() => Err(ArchiveError::Transient(answered())),
        // 403 may be about this file alone.
        StatusCode::UNAUTHORIZED => Err(ArchiveError::Denied(answered())),
        _ => Err(ArchiveError::Unreadable(answered())),
    }
}
