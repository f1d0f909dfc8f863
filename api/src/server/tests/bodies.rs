//! Half-sent bodies and slow uploads, at the doors of the application itself.

use std::time::Duration;

use domain::role::Role;
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;

use super::{NEVER, SmallServer, answer, limits, rest};
use crate::body::BodyLimits;
use crate::context::Settings;
use crate::testing::TestApi;

async fn serve(bodies: BodyLimits) -> (TestApi, SmallServer) {
    let api = TestApi::with(Settings {
        captcha: false,
        bodies,
        ..Settings::default()
    })
    .await;
    let small = SmallServer::serving(api.router.clone(), limits()).await;
    (api, small)
}

/// Bodies are waited for as long as a test may take.
fn patient() -> BodyLimits {
    BodyLimits {
        gap: NEVER,
        grace: NEVER,
        ..BodyLimits::default()
    }
}

/// A form without a file: every upload answers 400 when it has arrived.
const EMPTY_FORM: &str = "--b--\r\n";

/// The head of an upload whose sender waits until the server asks for the body: by then it has its place.
fn head((method, path): (&str, &str), token: &str) -> String {
    let sender = if token.is_empty() {
        String::new()
    } else {
        format!("authorization: Bearer {token}\r\n")
    };
    format!(
        "{method} {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nexpect: 100-continue\r\n{sender}\
         content-type: multipart/form-data; boundary=b\r\ncontent-length: {}\r\n\r\n",
        EMPTY_FORM.len()
    )
}

/// An upload that is asked for its body.
async fn begin(small: &SmallServer, last: u8, head: &str) -> TcpStream {
    let mut stream = small.sending(last, head).await;
    answer(&mut stream, "HTTP/1.1 100 Continue\r\n\r\n").await;
    stream
}

async fn finish(mut stream: TcpStream) {
    stream.write_all(EMPTY_FORM.as_bytes()).await.unwrap();
    let answered = rest(&mut stream).await;
    assert!(answered.starts_with("HTTP/1.1 400 "), "{answered}");
}

async fn assert_refused(small: &SmallServer, last: u8, head: &str) {
    let refused = rest(&mut small.sending(last, head).await).await;
    assert!(refused.starts_with("HTTP/1.1 503 "), "{head}\n-> {refused}");
    for part in ["\"code\":\"too_many_uploads\"", "retry-after: 5\r\n"] {
        assert!(refused.contains(part), "{part}: {refused}");
    }
}

#[tokio::test]
async fn a_half_sent_body_ends_with_an_answer_its_connection_and_its_place() {
    let hasty = BodyLimits {
        gap: Duration::from_millis(100),
        ..patient()
    };
    let (api, small) = serve(hasty).await;
    let token = api.signed_in("lisi_1", Role::Applicant).await;
    let sign_in = "POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\
        content-length: 100\r\n\r\n{\"loginName\": \"lis";
    let paper = format!(
        "POST /api/attachments HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {token}\r\n\
         content-type: multipart/form-data; boundary=b\r\ncontent-length: 1000000\r\n\r\n\
         --b\r\nContent-Disposition: form-data; name=\"type\"\r\n\r\n6\r\n\
         --b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.pdf\"\r\n\r\n%PDF-1.4"
    );
    // One paper more than one person may have on the way: what the others took has come back.
    for half in [sign_in, &paper, &paper, &paper, &paper, &paper] {
        let refused = rest(&mut small.sending(1, half).await).await;
        assert!(refused.starts_with("HTTP/1.1 408 "), "{refused}");
        for part in ["\"code\":\"too_slow_upload\"", "connection: close\r\n"] {
            assert!(refused.contains(part), "{part}: {refused}");
        }
    }
    assert_eq!(api.context.arrivals.in_progress(), 0);
    small.holds(0).await;
}

#[tokio::test]
async fn large_bodies_of_one_network_leave_room_for_those_of_others() {
    let (api, small) = serve(BodyLimits {
        large_from: 0,
        large: 2,
        large_per_network: 1,
        ..patient()
    })
    .await;
    let area = head(("POST", "/api/areas"), "");
    let first = begin(&small, 2, &area).await;
    assert_eq!(api.context.arrivals.in_progress(), 1);
    assert_refused(&small, 2, &area).await;
    let other = begin(&small, 3, &area).await;
    // A third network has nothing on the way, but there are as many as there may be.
    assert_refused(&small, 4, &area).await;
    finish(first).await;
    finish(begin(&small, 2, &area).await).await;
    finish(other).await;
    assert_eq!(api.context.arrivals.in_progress(), 0);
}

#[tokio::test]
async fn slow_uploads_keep_few_places_and_only_those_of_their_sender() {
    let (api, small) = serve(patient()).await;
    let guests = [String::new(), String::new()];
    let applicants = [
        api.signed_in("lisi_1", Role::Applicant).await,
        api.signed_in("wangwu_1", Role::Applicant).await,
    ];
    let editors = [
        api.signed_in("admin_1", Role::Admin).await,
        api.signed_in("admin_2", Role::Admin).await,
    ];
    let doors = [
        (("POST", "/api/areas"), &guests, 4),
        (("POST", "/api/attachments"), &applicants, 4),
        (("POST", "/api/content/pictures"), &editors, 4),
        (("PUT", "/api/content/video"), &editors, 1),
    ];
    for (door, [one, other], most) in doors {
        let (of_one, of_another) = (head(door, one), head(door, other));
        let mut slow = Vec::new();
        for _ in 0..most {
            slow.push(begin(&small, 2, &of_one).await);
        }
        assert_refused(&small, 2, &of_one).await;
        slow.push(begin(&small, 3, &of_another).await);
        for upload in slow {
            finish(upload).await;
        }
        finish(begin(&small, 2, &of_one).await).await;
    }
}
