//! What a bucket answers: why something was not done, and what no bucket has to say.

use std::error::Error;
use std::iter::successors;

use texts::{Detail, FailureText};

use crate::error::PushError;

/// Longest id of an upload, bytes. It is kept in the ledger, and goes into the address of each of its parts.
const LONGEST_ID: usize = 2000;
/// Longest answer to a part, bytes. There may be 10,000 of them in one row of the ledger.
const LONGEST_TAG: usize = 256;
/// What buckets say that have no room for a file: Ceph of a quota and of a file that is too large for it, MinIO of its disks and of
/// a quota.
const FULL: [&str; 4] = [
    "QuotaExceeded",
    "EntityTooLarge",
    "XMinioStorageFull",
    "XMinioAdminBucketQuotaExceeded",
];
/// The same as a status, `Insufficient Storage` (RFC 4918, section 11.5).
const FULL_STATUS: u16 = 507;

/// An answer that is of no use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum AnswerFault {
    /// There was none in the time that there was for it.
    #[error("no answer in time")]
    Late,
    /// It goes on behind so many bytes.
    #[error("an answer of more than {0} bytes")]
    TooLong(usize),
    /// So many bytes that are no id, or more than an id has.
    #[error("an upload id of {0} bytes")]
    UploadId(usize),
    /// So many bytes that are no `ETag`, or more than one has.
    #[error("an ETag of {0} bytes")]
    PartTag(usize),
}

impl From<AnswerFault> for object_store::Error {
    fn from(fault: AnswerFault) -> Self {
        Self::Generic {
            store: "S3",
            source: Box::new(fault),
        }
    }
}

/// The id of an upload, where it can be kept.
pub(super) fn upload_id(id: String) -> Result<String, AnswerFault> {
    if is_fit(&id, LONGEST_ID) {
        Ok(id)
    } else {
        Err(AnswerFault::UploadId(id.len()))
    }
}

/// What was answered to a part, where it can be kept.
pub(super) fn part_tag(tag: String) -> Result<String, AnswerFault> {
    if is_fit(&tag, LONGEST_TAG) {
        Ok(tag)
    } else {
        Err(AnswerFault::PartTag(tag.len()))
    }
}

fn is_fit(words: &str, most: usize) -> bool {
    !words.is_empty() && words.len() <= most && !words.contains(char::is_control)
}

/// What a failure of the bucket at this address comes to.
pub(super) fn explain(address: &str, error: &object_store::Error) -> PushError {
    if fault(error) == Some(AnswerFault::Late) {
        let address = address.to_owned();
        return PushError::Failed(FailureText::NoAnswer { place: address }.into());
    }
    let words = error.to_string();
    let is_full = is_full(&words);
    let what = quoted(address, words);
    match error {
        _ if is_full => PushError::NoSpace(what),
        object_store::Error::PermissionDenied { .. }
        | object_store::Error::Unauthenticated { .. }
        | object_store::Error::NotFound { .. } => PushError::Denied(what),
        _ => PushError::Failed(what),
    }
}

/// The bucket's own words.
pub(super) fn quoted(address: &str, words: String) -> Detail {
    FailureText::Said {
        place: address.to_owned(),
        what: words.into(),
    }
    .into()
}

/// The status of an answer that the store has only words for: of listings it has no kind of error.
pub(super) fn status(error: &object_store::Error) -> Option<u16> {
    status_in(&error.to_string())
}

fn status_in(words: &str) -> Option<u16> {
    let (_, status) = words.split_once("status code: ")?;
    status
        .split(|c: char| !c.is_ascii_digit())
        .next()?
        .parse()
        .ok()
}

/// The store has a kind of error for each status and words for the rest, and a quota is refused as a missing permission is.
fn is_full(words: &str) -> bool {
    let has_code = |code: &&str| words.contains(&format!("<Code>{code}</Code>"));
    status_in(words) == Some(FULL_STATUS) || FULL.iter().any(has_code)
}

/// What was wrong with the answer itself.
fn fault(error: &object_store::Error) -> Option<AnswerFault> {
    let error: &(dyn Error + 'static) = error;
    successors(Some(error), |&error| error.source())
        .find_map(|error| error.downcast_ref::<AnswerFault>().copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As the store says it of an answer (`RetryError`, `RequestError::Status`).
    fn answered(status: &str, code: &str) -> String {
        format!(
            "Error performing PUT https://s3.example.cn/bucket/a.tif in 20ms - Server returned non-2xx status code: {status}: \
             <?xml version=\"1.0\" encoding=\"UTF-8\"?><Error><Code>{code}</Code><BucketName>bucket</BucketName></Error>"
        )
    }

    fn denied(words: String) -> object_store::Error {
        object_store::Error::PermissionDenied {
            path: "bucket/a.tif".to_owned(),
            source: words.into(),
        }
    }

    fn generic(words: String) -> object_store::Error {
        object_store::Error::Generic {
            store: "S3",
            source: words.into(),
        }
    }

    fn kind(error: &PushError) -> &'static str {
        match error {
            PushError::NoSpace(_) => "no space",
            PushError::Denied(_) => "denied",
            PushError::Failed(_) => "failed",
            _ => "another",
        }
    }

    #[test]
    fn a_bucket_without_room_is_full_however_it_says_so() {
        for (error, expected) in [
            (
                denied(answered("403 Forbidden", "QuotaExceeded")),
                "no space",
            ),
            (denied(answered("403 Forbidden", "AccessDenied")), "denied"),
            (
                generic(answered("400 Bad Request", "EntityTooLarge")),
                "no space",
            ),
            (
                generic(answered("400 Bad Request", "EntityTooSmall")),
                "failed",
            ),
            (
                generic(answered("507 Insufficient Storage", "Anything")),
                "no space",
            ),
            (
                generic(answered("507 Insufficient Storage", "XMinioStorageFull")),
                "no space",
            ),
            (
                generic(answered(
                    "400 Bad Request",
                    "XMinioAdminBucketQuotaExceeded",
                )),
                "no space",
            ),
            (
                generic(answered("500 Internal Server Error", "InternalError")),
                "failed",
            ),
            // What a file is called is no answer.
            (
                denied("403 Forbidden: QuotaExceeded.tif".to_owned()),
                "denied",
            ),
        ] {
            assert_eq!(kind(&explain("s3", &error)), expected, "{error}");
        }
    }

    #[test]
    fn what_came_too_late_is_no_answer() {
        let late = object_store::Error::from(AnswerFault::Late);
        let none = FailureText::NoAnswer { place: "s3".into() };
        assert_eq!(explain("s3", &late), PushError::Failed(none.into()));
        let long = object_store::Error::from(AnswerFault::TooLong(9));
        assert_eq!(kind(&explain("s3", &long)), "failed");
    }

    #[test]
    fn what_is_kept_of_answers_has_bounds() {
        assert_eq!(upload_id("2~abc".to_owned()), Ok("2~abc".to_owned()));
        assert_eq!(part_tag("\"abc\"".to_owned()), Ok("\"abc\"".to_owned()));
        for (length, fits) in [(LONGEST_TAG, true), (LONGEST_TAG + 1, false)] {
            assert_eq!(part_tag("x".repeat(length)).is_ok(), fits, "{length}");
        }
        for (length, fits) in [(LONGEST_ID, true), (LONGEST_ID + 1, false)] {
            assert_eq!(upload_id("x".repeat(length)).is_ok(), fits, "{length}");
        }
        for words in ["", "a\0b", "a\nb"] {
            let length = words.len();
            let id = upload_id(words.to_owned());
            assert_eq!(id, Err(AnswerFault::UploadId(length)), "{words:?}");
            let tag = part_tag(words.to_owned());
            assert_eq!(tag, Err(AnswerFault::PartTag(length)), "{words:?}");
        }
    }
}
