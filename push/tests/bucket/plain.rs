//! A bucket that answers as a test says, and takes what is sent as fast as a test says.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// How fast a line carries.
#[derive(Clone, Copy)]
pub struct Pace {
    /// Bytes at a time.
    pub piece: usize,
    /// What it rests after them.
    pub rest: Duration,
}

/// What comes back to a request.
pub struct Answer {
    pub status: &'static str,
    /// Lines without their ends.
    pub head: Vec<String>,
    pub body: String,
}

impl Answer {
    pub fn new(status: &'static str, body: &str) -> Self {
        Self {
            status,
            head: Vec::new(),
            body: body.to_owned(),
        }
    }

    pub fn refusal(status: &'static str, code: &str) -> Self {
        Self::new(status, &format!("<Error><Code>{code}</Code></Error>"))
    }

    pub fn tagged(tag: &str) -> Self {
        Self {
            head: vec![format!("ETag: {tag}")],
            ..Self::new("200 OK", "")
        }
    }

    pub fn begun(id: &str) -> Self {
        let body = format!(
            "<InitiateMultipartUploadResult><UploadId>{id}</UploadId></InitiateMultipartUploadResult>"
        );
        Self::new("200 OK", &body)
    }

    /// Of a `HEAD` of an object.
    pub fn size(bytes: u64) -> Self {
        Self {
            head: vec![format!("Content-Length: {bytes}")],
            ..Self::new("200 OK", "")
        }
    }
}

/// What is answered to a method and a target; `None`: nothing, ever.
type Answers = dyn Fn(&str) -> Option<Answer> + Send + Sync;

pub struct PlainBucket {
    pub address: SocketAddr,
    /// Methods and targets of what was asked, in order.
    pub requests: Arc<Mutex<Vec<String>>>,
}

impl PlainBucket {
    /// Over a line with this pace; `None`: nothing that is sent is taken.
    pub async fn start(
        pace: Option<Pace>,
        answers: impl Fn(&str) -> Option<Answer> + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let requests = Arc::new(Mutex::new(Vec::new()));
        let answers: Arc<Answers> = Arc::new(answers);
        let log = Arc::clone(&requests);
        tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                let (answers, log) = (Arc::clone(&answers), Arc::clone(&log));
                tokio::spawn(async move {
                    let _ = serve(socket, pace, &*answers, &log).await;
                });
            }
        });
        Self { address, requests }
    }

    /// How many requests had this method.
    pub fn count(&self, method: &str) -> usize {
        let requests = self.requests.lock().unwrap();
        requests
            .iter()
            .filter(|request| request.starts_with(method))
            .count()
    }
}

/// One request after the other.
async fn serve(
    socket: TcpStream,
    pace: Option<Pace>,
    answers: &Answers,
    log: &Mutex<Vec<String>>,
) -> std::io::Result<()> {
    let mut socket = BufReader::new(socket);
    loop {
        let mut line = String::new();
        if socket.read_line(&mut line).await? == 0 {
            return Ok(());
        }
        let request = line.trim_end().trim_end_matches(" HTTP/1.1").to_owned();
        let length = body_length(&mut socket).await?;
        log.lock().unwrap().push(request.clone());
        let Some(pace) = pace else {
            return std::future::pending().await;
        };
        take(&mut socket, length, pace).await?;
        let Some(answer) = answers(&request) else {
            return std::future::pending().await;
        };
        send(socket.get_mut(), &request, &answer).await?;
    }
}

/// Reads the rest of the head; answers the bytes that come behind it.
async fn body_length(socket: &mut BufReader<TcpStream>) -> std::io::Result<usize> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        socket.read_line(&mut line).await?;
        let line = line.trim_end().to_ascii_lowercase();
        if line.is_empty() {
            return Ok(length);
        }
        if let Some(bytes) = line.strip_prefix("content-length: ") {
            length = bytes.parse().unwrap();
        }
    }
}

async fn take(socket: &mut BufReader<TcpStream>, length: usize, pace: Pace) -> std::io::Result<()> {
    let mut piece = vec![0; pace.piece];
    let mut left = length;
    while left > 0 {
        let next = left.min(pace.piece);
        socket.read_exact(&mut piece[..next]).await?;
        left -= next;
        tokio::time::sleep(pace.rest).await;
    }
    Ok(())
}

async fn send(socket: &mut TcpStream, request: &str, answer: &Answer) -> std::io::Result<()> {
    let Answer { status, head, body } = answer;
    let mut text = format!("HTTP/1.1 {status}\r\n");
    for line in head {
        text.push_str(line);
        text.push_str("\r\n");
    }
    if !request.starts_with("HEAD") {
        text.push_str(&format!("Content-Length: {}\r\n", body.len()));
    }
    text.push_str("\r\n");
    text.push_str(body);
    socket.write_all(text.as_bytes()).await
}
