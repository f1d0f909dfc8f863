//! A mail server and a web server that keep what they are told and answer what they were asked to.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

type Shared<T> = Arc<Mutex<T>>;

/// Mails as they came, head and body.
pub struct MailSink {
    pub address: SocketAddr,
    pub mails: Shared<Vec<String>>,
    /// What the next recipients are answered; `250` when it is empty.
    pub recipients: Shared<VecDeque<&'static str>>,
}

impl MailSink {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let sink = Self {
            address: listener.local_addr().unwrap(),
            mails: Shared::default(),
            recipients: Shared::default(),
        };
        let (mails, recipients) = (Arc::clone(&sink.mails), Arc::clone(&sink.recipients));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(converse(
                    stream,
                    Arc::clone(&mails),
                    Arc::clone(&recipients),
                ));
            }
        });
        sink
    }

    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    pub fn mails(&self) -> Vec<String> {
        self.mails.lock().unwrap().clone()
    }
}

async fn converse(
    stream: TcpStream,
    mails: Shared<Vec<String>>,
    recipients: Shared<VecDeque<&'static str>>,
) -> Option<()> {
    let (reader, mut writer) = stream.into_split();
    let mut lines = BufReader::new(reader).lines();
    writer.write_all(b"220 sink\r\n").await.ok()?;
    while let Some(line) = lines.next_line().await.ok()? {
        let verb = line.get(..4).unwrap_or_default().to_ascii_uppercase();
        let answer = match verb.as_str() {
            "RCPT" => {
                let next = recipients.lock().unwrap().pop_front();
                next.unwrap_or("250 ok").to_owned()
            }
            "DATA" => {
                writer.write_all(b"354 go on\r\n").await.ok()?;
                let mut mail = String::new();
                while let Some(line) = lines.next_line().await.ok()? {
                    if line == "." {
                        break;
                    }
                    mail.push_str(&line);
                    mail.push('\n');
                }
                mails.lock().unwrap().push(mail);
                "250 kept".to_owned()
            }
            "QUIT" => "221 bye".to_owned(),
            _ => "250 ok".to_owned(),
        };
        writer
            .write_all(format!("{answer}\r\n").as_bytes())
            .await
            .ok()?;
    }
    Some(())
}

/// A request: its head in lower case, and its body.
#[derive(Debug, Clone)]
pub struct Request {
    head: String,
    pub body: String,
}

impl Request {
    pub fn line(&self) -> &str {
        self.head.lines().next().unwrap()
    }

    pub fn header(&self, name: &str) -> &str {
        self.head
            .lines()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
            .unwrap_or_default()
    }
}

pub struct WebSink {
    pub address: SocketAddr,
    pub requests: Shared<Vec<Request>>,
    /// What the next requests are answered; `204` when it is empty.
    pub answers: Shared<VecDeque<&'static str>>,
}

impl WebSink {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let sink = Self {
            address: listener.local_addr().unwrap(),
            requests: Shared::default(),
            answers: Shared::default(),
        };
        let (requests, answers) = (Arc::clone(&sink.requests), Arc::clone(&sink.answers));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (requests, answers) = (Arc::clone(&requests), Arc::clone(&answers));
                tokio::spawn(serve(stream, requests, answers));
            }
        });
        sink
    }

    pub fn url(&self) -> String {
        format!("http://{}/hook", self.address)
    }

    pub fn requests(&self) -> Vec<Request> {
        self.requests.lock().unwrap().clone()
    }
}

async fn serve(
    stream: TcpStream,
    requests: Shared<Vec<Request>>,
    answers: Shared<VecDeque<&'static str>>,
) -> Option<()> {
    let (reader, mut writer) = stream.into_split();
    let mut reader = BufReader::new(reader);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if reader.read_line(&mut head).await.ok()? == 0 {
            return None;
        }
    }
    let head = head.to_ascii_lowercase();
    let mut request = Request {
        head,
        body: String::new(),
    };
    let length: usize = request.header("content-length").parse().ok()?;
    let mut body = vec![0; length];
    reader.read_exact(&mut body).await.ok()?;
    request.body = String::from_utf8(body).ok()?;
    requests.lock().unwrap().push(request);
    let answer = answers
        .lock()
        .unwrap()
        .pop_front()
        .unwrap_or("204 No Content");
    let text = format!("HTTP/1.1 {answer}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
    writer.write_all(text.as_bytes()).await.ok()
}
