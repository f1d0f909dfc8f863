//! One connection: its requests, one after the other.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{ConnectInfo, Request};
use http_body::{Frame, SizeHint};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use hyper_util::server::graceful::Watcher;
use tokio::net::TcpStream;
use tower::ServiceExt as _;

use super::limits::ServerLimits;
use super::timed::{AnswerInProgress, Phases, Timed};

/// Largest head of a request. A `GET` of the STAC interface may name an area in its query.
const LARGEST_HEAD: usize = 128 * 1024;

/// The address that a request was sent to, in its extensions.
#[derive(Debug, Clone, Copy)]
pub struct LocalAddress(pub SocketAddr);

/// What one reads who is one connection too many. Nothing of the request has been read.
const REFUSAL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 5\r\nconnection: close\r\n\
    content-type: application/problem+json\r\ncontent-length: 169\r\n\r\n\
    {\"type\":\"about:blank\",\"title\":\"Service Unavailable\",\"status\":503,\"code\":\"too_many_connections\",\
    \"reason\":\"too_many_connections\",\
    \"detail\":\"\xe8\xbf\x9e\xe6\x8e\xa5\xe8\xbf\x87\xe5\xa4\x9a\xef\xbc\x8c\xe8\xaf\xb7\xe7\xa8\x8d\xe5\x90\x8e\xe9\x87\x8d\xe8\xaf\x95\"}";

/// Says so and closes. The buffer of a new connection takes the few bytes, or nobody reads them.
pub fn refuse(stream: &TcpStream) {
    let _ = stream.try_write(REFUSAL);
}

/// Answers requests until the connection ends, and times what its client keeps waiting.
pub async fn answer(
    stream: TcpStream,
    peer: SocketAddr,
    app: Router,
    limits: &ServerLimits,
    watcher: Watcher,
) -> hyper::Result<()> {
    // Small answers are not held back until the last one was acknowledged.
    let _ = stream.set_nodelay(true);
    let local = stream.local_addr().ok().map(LocalAddress);
    let phases = Phases::default();
    let stream = Timed::new(stream, limits, phases.clone());
    let service = service_fn(move |mut request: Request<Incoming>| {
        let answering = phases.begin_answer();
        request.extensions_mut().insert(ConnectInfo(peer));
        if let Some(local) = local {
            request.extensions_mut().insert(local);
        }
        let answer = app.clone().oneshot(request.map(Body::new));
        async move {
            let answer = answer.await?;
            Ok::<_, Infallible>(answer.map(|body| CountedBody {
                body,
                _answering: answering,
            }))
        }
    });
    let connection = http1::Builder::new()
        .max_buf_size(LARGEST_HEAD)
        .header_read_timeout(None)
        .serve_connection(TokioIo::new(stream), service);
    watcher.watch(connection).await
}

/// The body of an answer; as long as it lives, the client is not idle.
struct CountedBody {
    body: Body,
    _answering: AnswerInProgress,
}

impl http_body::Body for CountedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use texts::{Message, ProblemText};

    #[test]
    fn the_refusal_is_a_whole_answer() {
        let text = std::str::from_utf8(super::REFUSAL).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        assert!(
            head.contains(&format!("content-length: {}\r\n", body.len()))
                || head.ends_with(&format!("content-length: {}", body.len())),
            "{}",
            body.len()
        );
        let body: serde_json::Value = serde_json::from_str(body).unwrap();
        let text = Message::from(ProblemText::TooManyConnections);
        assert_eq!(body["reason"], *text.code);
        assert_eq!(body["detail"], text.chinese());
    }
}
