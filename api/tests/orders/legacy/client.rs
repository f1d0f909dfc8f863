//! A client that knows the old addresses only.

use std::collections::BTreeSet;
use std::sync::Mutex;

use axum::body::Body;
use axum::http::{HeaderValue, Method, header};
use serde_json::Value;

use super::{name, table};
use crate::world::{Answer, Person, World, request};

/// What is sent: nothing, or JSON.
pub trait Sent {
    fn json(self) -> Option<Value>;
}

impl Sent for () {
    fn json(self) -> Option<Value> {
        None
    }
}

impl Sent for Value {
    fn json(self) -> Option<Value> {
        Some(self)
    }
}

/// Calls old addresses and keeps which of them did what they do.
pub struct Walk<'a> {
    pub w: &'a World,
    done: Mutex<BTreeSet<String>>,
}

impl<'a> Walk<'a> {
    pub fn new(w: &'a World) -> Self {
        Self {
            w,
            done: Mutex::default(),
        }
    }

    /// The addresses that did what they do.
    pub fn done(self) -> BTreeSet<String> {
        self.done.into_inner().unwrap()
    }

    /// `data` of what must be done.
    pub async fn ok(&self, address: &str, who: &Person, sent: impl Sent) -> Value {
        let mut answer = self.answer(address, who, sent).await;
        assert_eq!(answer["status"], 200, "{address}: {answer}");
        assert_eq!(answer["message"], "操作成功！", "{address}");
        self.did(address);
        answer["data"].take()
    }

    /// Of what must be done and answers the text with which the old portal said so.
    pub async fn yes(&self, address: &str, who: &Person, sent: impl Sent) {
        assert_eq!(self.ok(address, who, sent).await, "true", "{address}");
    }

    /// Status and message of what must be refused.
    pub async fn refusal(&self, address: &str, who: &Person, sent: impl Sent) -> (u16, String) {
        let answer = self.answer(address, who, sent).await;
        assert_ne!(answer["status"], 200, "{address}: {answer}");
        let status = answer["status"].as_u64().unwrap();
        let message = answer["message"].as_str().unwrap().to_owned();
        (u16::try_from(status).unwrap(), message)
    }

    /// The envelope.
    pub async fn answer(&self, address: &str, who: &Person, sent: impl Sent) -> Value {
        let answer = self.send(address, who, sent).await;
        assert_eq!(answer.status, 200, "{address}: {}", answer.text());
        let envelope = answer.json();
        for key in ["status", "message", "data"] {
            assert!(envelope.get(key).is_some(), "{address}: {envelope}");
        }
        envelope
    }

    /// A file or a picture.
    pub async fn file(&self, address: &str, who: &Person, sent: impl Sent) -> Answer {
        let answer = self.send(address, who, sent).await;
        self.did(address);
        answer
    }

    /// `GET` in the address, arrays without indices; else JSON.
    async fn send(&self, address: &str, who: &Person, sent: impl Sent) -> Answer {
        let (method, path) = address.split_once(' ').unwrap();
        let method: Method = method.parse().unwrap();
        let Some(json) = sent.json() else {
            return self.w.call(method, path, who, None).await;
        };
        if method != Method::GET {
            return self.w.call(method, path, who, Some(json)).await;
        }
        let path = format!("{path}?{}", query(&json));
        self.w.call(method, &path, who, None).await
    }

    /// Sends one file, in a form, as old clients did: nothing else is in it.
    pub async fn upload(
        &self,
        address: &str,
        who: &Person,
        (file, bytes): (&str, &[u8]),
    ) -> Answer {
        let (_, path) = address.split_once(' ').unwrap();
        let head = format!(
            "--edge\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{file}\"\r\n\r\n"
        );
        let body = [head.as_bytes(), bytes, b"\r\n--edge--\r\n"].concat();
        let mut request = request(Method::POST, path, &who.token);
        let kind = HeaderValue::from_static("multipart/form-data; boundary=edge");
        request.headers_mut().insert(header::CONTENT_TYPE, kind);
        *request.body_mut() = Body::from(body);
        let answer = self.w.send(request).await;
        assert_eq!(answer.status, 200, "{address}: {}", answer.text());
        self.did(address);
        answer
    }

    /// Keeps the line of the table that an address is.
    fn did(&self, address: &str) {
        let (method, path) = address.split_once(' ').unwrap();
        let path = path.split('?').next().unwrap_or_default();
        let line = table().into_iter().find(|route| {
            let named = route.path.split("{*rest}").next().unwrap_or_default();
            let is_there = if route.path == named {
                path == named
            } else {
                path.starts_with(named)
            };
            let methods = route.method;
            is_there && (methods == "ANY" || methods.split(", ").any(|one| one == method))
        });
        let line = line.unwrap_or_else(|| panic!("{address} is in no line of the table"));
        self.done.lock().unwrap().insert(name(&line));
    }
}

fn query(json: &Value) -> String {
    let mut pairs = Vec::new();
    for (key, value) in json.as_object().unwrap() {
        let values = match value {
            Value::Array(values) => values.clone(),
            one => vec![one.clone()],
        };
        for value in values {
            let text = value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned);
            pairs.push(format!("{key}={}", coded(&text)));
        }
    }
    pairs.join("&")
}

fn coded(text: &str) -> String {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.~".contains(byte);
    text.bytes()
        .map(|byte| {
            if plain(&byte) {
                char::from(byte).to_string()
            } else {
                format!("%{byte:02X}")
            }
        })
        .collect()
}
