//! Targets in buckets, against one that is slow, silent, full, or answers what no bucket does. What a real one does stands in the
//! tests of the workers.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on says so by panicking"
)]

mod plain;

use std::time::Duration;

use bytes::Bytes;
use domain::push_target::TargetKind;
use plain::{Answer, Pace, PlainBucket};
use push::{BegunUpload, HostDemand, PushConfig, PushError, Target, TargetSpec, parse_address};
use texts::FailureText;

const MIB: usize = 1 << 20;
/// The largest file that is sent in one go.
const WHOLE: usize = 16 * MIB;
/// As fast as the machine is.
const AT_ONCE: Pace = Pace {
    piece: MIB,
    rest: Duration::ZERO,
};
/// No test ends by itself before.
const TOO_LONG: Duration = Duration::from_mins(1);
const PATH: &str = "S000001/a.tif";

fn config(silence: Duration, slowest: u64) -> PushConfig {
    PushConfig {
        hosts: vec!["127.0.0.1".parse().unwrap()].into(),
        silence,
        slowest,
        ..PushConfig::default()
    }
}

/// Of a bucket on this machine that is not slow.
fn near() -> PushConfig {
    config(Duration::from_secs(30), 16 << 20)
}

async fn open(bucket: &PlainBucket, config: &PushConfig) -> Target {
    let address = format!("http://{}/bucket/inbox", bucket.address);
    let spec = TargetSpec {
        kind: TargetKind::S3,
        address: parse_address(TargetKind::S3, &address).unwrap(),
        region: String::new(),
        login_name: "key".to_owned(),
        secret: "s3cret-word".to_owned(),
        key: None,
        host: HostDemand::Anybody,
    };
    Target::open(&spec, config).await.unwrap()
}

/// Sends a file, behind what has begun.
async fn send(
    target: &mut Target,
    size: usize,
    begun: Option<BegunUpload>,
) -> Result<(), PushError> {
    let sending = async {
        let (mut upload, behind) = target.resume(PATH, size as u64, begun).await?;
        let mut left = size - usize::try_from(behind).unwrap();
        while left > 0 {
            let piece = left.min(MIB);
            upload.write(Bytes::from(vec![7; piece])).await?;
            left -= piece;
        }
        upload.finish().await
    };
    tokio::time::timeout(TOO_LONG, sending).await.unwrap()
}

/// A bucket that takes parts, and answers to their completion with this.
fn taking(completed: fn() -> Answer) -> impl Fn(&str) -> Option<Answer> {
    move |request| {
        Some(match request.split_once(' ').unwrap() {
            ("POST", target) if target.ends_with("?uploads=") => Answer::begun("2~id"),
            ("POST", _) => completed(),
            ("HEAD", _) => Answer::size(17 * MIB as u64),
            ("DELETE", _) => Answer::new("204 No Content", ""),
            _ => Answer::tagged("\"tag\""),
        })
    }
}

/// It takes four seconds, for twice as long as a silence may be.
#[tokio::test]
async fn a_slow_line_gets_through_what_takes_longer_than_a_silence_may() {
    let pace = Pace {
        piece: MIB,
        rest: Duration::from_millis(250),
    };
    let bucket = PlainBucket::start(Some(pace), |_| Some(Answer::tagged("\"tag\""))).await;
    let patient = config(Duration::from_secs(2), 4 << 20);
    let mut target = open(&bucket, &patient).await;
    send(&mut target, WHOLE, None).await.unwrap();
    assert_eq!(bucket.count("PUT"), 1, "nothing is sent again");
}

#[tokio::test]
async fn a_bucket_that_answers_nothing_is_left_when_its_time_is_over() {
    let bucket = PlainBucket::start(Some(AT_ONCE), |_| None).await;
    let hasty = config(Duration::from_millis(500), 1 << 20);
    let mut target = open(&bucket, &hasty).await;
    let address = format!("http://{}/bucket/inbox", bucket.address);
    let none = FailureText::NoAnswer { place: address };
    let silent = send(&mut target, 1000, None).await;
    assert_eq!(silent, Err(PushError::Failed(none.into())));
    assert_eq!(bucket.count("PUT"), 1, "what had its time has had it");
}

#[tokio::test]
async fn a_bucket_that_takes_nothing_is_left_when_its_time_is_over() {
    let bucket = PlainBucket::start(None, |_| None).await;
    let hasty = config(Duration::from_secs(1), 64 << 20);
    let mut target = open(&bucket, &hasty).await;
    let stuck = send(&mut target, WHOLE, None).await;
    assert!(matches!(stuck, Err(PushError::Failed(_))), "{stuck:?}");
}

#[tokio::test]
async fn a_bucket_over_its_quota_is_full() {
    let bucket = PlainBucket::start(Some(AT_ONCE), |_| {
        Some(Answer::refusal("403 Forbidden", "QuotaExceeded"))
    })
    .await;
    let mut target = open(&bucket, &near()).await;
    for size in [1000, WHOLE + MIB] {
        let full = send(&mut target, size, None).await;
        assert!(matches!(full, Err(PushError::NoSpace(_))), "{full:?}");
    }
}

#[tokio::test]
async fn what_no_bucket_answers_is_a_failure_of_the_target() {
    for (id_length, tag_length, fits) in [(2000, 256, true), (2001, 256, false), (2000, 257, false)]
    {
        let bucket = PlainBucket::start(Some(AT_ONCE), move |request| {
            Some(match request.split_once(' ').unwrap() {
                ("POST", target) if target.ends_with("?uploads=") => {
                    Answer::begun(&"i".repeat(id_length))
                }
                ("PUT", _) => Answer::tagged(&"t".repeat(tag_length)),
                _ => completed(),
            })
        })
        .await;
        let mut target = open(&bucket, &near()).await;
        let sent = send(&mut target, WHOLE + MIB, None).await;
        if fits {
            assert_eq!(sent, Ok(()));
        } else {
            assert!(matches!(sent, Err(PushError::Failed(_))), "{sent:?}");
        }
    }
    let endless = "x".repeat(2 * MIB);
    let bucket = PlainBucket::start(Some(AT_ONCE), move |_| {
        Some(Answer::new("200 OK", &endless))
    })
    .await;
    let mut target = open(&bucket, &near()).await;
    let sent = send(&mut target, 1000, None).await;
    assert!(matches!(sent, Err(PushError::Failed(_))), "{sent:?}");
}

fn completed() -> Answer {
    let text = "<CompleteMultipartUploadResult><ETag>tag</ETag></CompleteMultipartUploadResult>";
    Answer::new("200 OK", text)
}

fn refused() -> Answer {
    Answer::refusal("400 Bad Request", "InvalidPart")
}

#[tokio::test]
async fn an_upload_of_a_file_that_lies_there_is_for_its_keeper_to_take_back() {
    let bucket = PlainBucket::start(Some(AT_ONCE), taking(completed)).await;
    let mut target = open(&bucket, &near()).await;
    let begun = BegunUpload {
        id: "2~id".to_owned(),
        part_size: WHOLE as u64,
        parts: vec!["\"tag\"".to_owned()],
    };
    let size = 17 * MIB as u64;
    let resumed = target.resume(PATH, size, Some(begun)).await;
    let (upload, behind) = resumed.unwrap();
    assert_eq!((behind, upload.begun()), (size, None));
    upload.finish().await.unwrap();
    assert_eq!((bucket.count("DELETE"), bucket.count("PUT")), (0, 0));
}

/// An earlier one of the same size, or this one, whose completion was not answered.
#[tokio::test]
async fn an_upload_that_ends_in_doubt_is_taken_back() {
    let bucket = PlainBucket::start(Some(AT_ONCE), taking(refused)).await;
    let mut target = open(&bucket, &near()).await;
    send(&mut target, 17 * MIB, None).await.unwrap();
    assert_eq!(bucket.count("DELETE"), 1);

    let answers = taking(refused);
    let bucket = PlainBucket::start(Some(AT_ONCE), move |request| {
        if request.starts_with("DELETE") {
            return Some(Answer::refusal("403 Forbidden", "AccessDenied"));
        }
        answers(request)
    })
    .await;
    let mut target = open(&bucket, &near()).await;
    let kept = send(&mut target, 17 * MIB, None).await;
    assert!(matches!(kept, Err(PushError::Denied(_))), "{kept:?}");
}
