//! Archives in S3 buckets: `s3://bucket/key`. Endpoint, region and credentials come from the usual `AWS_*` variables.

use object_store::path::Path;
use object_store::{ClientOptions, ObjectStore};
use percent_encoding::percent_decode_str;
use texts::FailureText;
use url::Url;

use super::address::redacted;
use super::object::ArchiveObject;
use super::{ArchiveConfig, ArchiveError};
use crate::fault::Fault;
use crate::stream::open_object;

pub(super) async fn open(url: &Url, config: &ArchiveConfig) -> Result<ArchiveObject, ArchiveError> {
    let bucket = url.host_str().unwrap_or_default();
    config.hosts.check_bucket(bucket)?;
    // The client's own limit of 30 s is for the whole body and would end every large scene; silence is limited instead.
    let options = ClientOptions::new()
        .with_connect_timeout(config.connect)
        .with_timeout_disabled()
        .with_read_timeout(config.silence)
        .with_allow_http(true);
    let store = storage::s3::builder()
        .with_bucket_name(bucket)
        .with_client_options(options)
        .build()
        .map_err(|e| {
            let (address, what) = (url.to_string(), e.to_string().into());
            ArchiveError::Unsupported(
                FailureText::Said {
                    place: address,
                    what,
                }
                .into(),
            )
        })?;
    open_in(&store, url).await
}

async fn open_in(store: &dyn ObjectStore, url: &Url) -> Result<ArchiveObject, ArchiveError> {
    let key = percent_decode_str(url.path().trim_start_matches('/'))
        .decode_utf8()
        .map_err(|_| {
            let address = url.to_string();
            ArchiveError::Unsupported(FailureText::NameNotUtf8 { place: address }.into())
        })?;
    // `Path::from` would encode Chinese names once more; `parse` takes the key as it is.
    let path = Path::parse(&key).map_err(|e| {
        let (address, what) = (url.to_string(), e.to_string().into());
        ArchiveError::Unsupported(
            FailureText::Said {
                place: address,
                what,
            }
            .into(),
        )
    })?;
    match open_object(store, &path).await {
        Ok((size, stream)) => Ok(ArchiveObject { size, stream }),
        Err(Fault::SourceMissing(_)) => Err(ArchiveError::Missing(redacted(url).into())),
        Err(fault) => Err(explain(url, &fault)),
    }
}

/// What S3 servers call a key that they do not know or that is over (AWS, "Error responses"; 403, like a single object that one
/// may not read).
const KEY_REFUSED: [&str; 4] = [
    "InvalidAccessKeyId",
    "SignatureDoesNotMatch",
    "ExpiredToken",
    "InvalidToken",
];

fn explain(url: &Url, fault: &Fault) -> ArchiveError {
    let text = fault.to_string();
    if KEY_REFUSED.iter().any(|code| text.contains(code)) {
        let (address, what) = (redacted(url), text.into());
        return ArchiveError::Denied(
            FailureText::Said {
                place: address,
                what,
            }
            .into(),
        );
    }
    if text.contains("privileges") || text.contains("authentication") {
        return ArchiveError::Unreadable(
            FailureText::NoPermission {
                place: redacted(url),
            }
            .into(),
        );
    }
    ArchiveError::transient_at(redacted(url), text)
}

#[cfg(test)]
mod tests {
    use futures::TryStreamExt;
    use object_store::ObjectStoreExt;
    use object_store::memory::InMemory;

    use super::*;

    #[tokio::test]
    async fn a_chinese_key_is_taken_as_it_is() {
        let store = InMemory::new();
        let key = Path::parse("影像/大 图.tif").unwrap();
        store.put(&key, "bytes".into()).await.unwrap();
        let url = Url::parse("s3://bucket/影像/大 图.tif").unwrap();
        let object = open_in(&store, &url).await.unwrap();
        assert_eq!(object.size, 5);
        let bytes: Vec<_> = object.stream.try_collect().await.unwrap();
        assert_eq!(bytes.concat(), b"bytes");
    }

    #[test]
    fn a_key_that_the_server_refuses_is_wrong_for_every_object() {
        let url = Url::parse("s3://bucket/a.tif").unwrap();
        let answer = |code: &str| {
            let said = format!(
                "The operation lacked the necessary privileges to complete: <Code>{code}</Code>"
            );
            explain(&url, &Fault::TransientIo(said.into()))
        };
        for code in KEY_REFUSED {
            let error = answer(code);
            assert!(matches!(error, ArchiveError::Denied(_)), "{error:?}");
        }
        let error = answer("AccessDenied");
        assert!(matches!(error, ArchiveError::Unreadable(_)), "{error:?}");
    }

    #[tokio::test]
    async fn a_missing_key_is_missing() {
        let url = Url::parse("s3://bucket/none.tif").unwrap();
        let error = open_in(&InMemory::new(), &url).await.unwrap_err();
        assert_eq!(error, ArchiveError::Missing("s3://bucket/none.tif".into()));
    }
}
