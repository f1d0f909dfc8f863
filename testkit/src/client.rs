//! People at the API.

use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use reqwest::multipart::{Form, Part};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::server::PASSWORD;

/// Longest preparation that a test waits for.
const PREPARED: Duration = Duration::from_mins(3);

/// A signed-in person.
#[derive(Clone)]
pub struct Person {
    http: reqwest::Client,
    server: String,
    token: String,
}

impl Person {
    /// Signs in at `server` (`http://host:port`).
    pub async fn sign_in(server: &str, name: &str) -> anyhow::Result<Self> {
        Self::sign_in_with(server, name, PASSWORD).await
    }

    /// Signs in with a password of its own.
    pub async fn sign_in_with(server: &str, name: &str, password: &str) -> anyhow::Result<Self> {
        let mut person = Self::guest(server);
        let asked = json!({"loginName": name, "password": password});
        let answer = person.post("/api/auth/login", &asked).await?;
        person.token = answer["token"].as_str().context("no token")?.to_owned();
        Ok(person)
    }

    /// Nobody signed in, at `server`.
    #[must_use]
    pub fn guest(server: &str) -> Self {
        Self {
            http: reqwest::Client::new(),
            server: server.to_owned(),
            token: String::new(),
        }
    }

    /// The same person at a server that moved (a restart takes new ports).
    #[must_use]
    pub fn at(&self, server: &str) -> Self {
        Self {
            server: server.to_owned(),
            ..self.clone()
        }
    }

    /// The bearer token.
    #[must_use]
    pub fn token(&self) -> &str {
        &self.token
    }

    /// Asks; status and body.
    pub async fn ask(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> anyhow::Result<(StatusCode, Value)> {
        let mut request = self
            .http
            .request(method, format!("{}{path}", self.server))
            .bearer_auth(&self.token);
        if let Some(body) = body {
            request = request.json(body);
        }
        let answer = request.send().await?;
        let status = answer.status();
        Ok((status, answer.json().await.unwrap_or(Value::Null)))
    }

    /// GET that must succeed.
    pub async fn get(&self, path: &str) -> anyhow::Result<Value> {
        let (status, body) = self.ask(Method::GET, path, None).await?;
        ensure!(status.is_success(), "GET {path}: {status} {body}");
        Ok(body)
    }

    /// POST that must succeed.
    pub async fn post(&self, path: &str, body: &Value) -> anyhow::Result<Value> {
        let (status, answer) = self.ask(Method::POST, path, Some(body)).await?;
        ensure!(status.is_success(), "POST {path}: {status} {answer}");
        Ok(answer)
    }

    /// The bytes at `path`.
    pub async fn bytes(&self, path: &str) -> anyhow::Result<Vec<u8>> {
        let request = self.http.get(format!("{}{path}", self.server));
        let answer = request.bearer_auth(&self.token).send().await?;
        Ok(answer.error_for_status()?.bytes().await?.to_vec())
    }

    /// Uploads a paper for the slot; its id.
    pub async fn upload(&self, kind: u8) -> anyhow::Result<String> {
        let file = Part::bytes(pdf()).file_name(format!("材料{kind}.pdf"));
        let form = Form::new()
            .text("type", kind.to_string())
            .part("file", file);
        let request = self.http.post(format!("{}/api/attachments", self.server));
        let answer = request
            .bearer_auth(&self.token)
            .multipart(form)
            .send()
            .await?;
        let status = answer.status();
        let body: Value = answer.json().await?;
        ensure!(status.is_success(), "{status} {body}");
        Ok(body["attachmentId"].as_str().context("no id")?.to_owned())
    }

    /// Uploads a paper for each slot; they are named as an order names them.
    pub async fn papers(&self, kinds: &[u8]) -> anyhow::Result<Vec<Value>> {
        let mut papers = Vec::new();
        for kind in kinds {
            let id = self.upload(*kind).await?;
            papers.push(json!({"type": kind, "attachmentId": id}));
        }
        Ok(papers)
    }

    /// Orders scenes for online download; the order's id.
    pub async fn order(&self, dataids: &[String]) -> anyhow::Result<String> {
        let attachments = self.papers(&[6, 7, 2, 1]).await?;
        let asked = json!({
            "type": 0, "dataType": "0", "action": "submit", "form": form(),
            "dataIds": dataids, "attachments": attachments, "catalogueOnly": "ask",
        });
        let order = self.post("/api/orders", &asked).await?;
        ensure!(order["sstatus"] == 0, "{order}");
        Ok(order["id"].as_str().context("no id")?.to_owned())
    }

    /// Approves an order.
    pub async fn approve(&self, id: &str) -> anyhow::Result<()> {
        let order = self
            .post(&format!("/api/orders/{id}/approve"), &json!({}))
            .await?;
        ensure!(order["sstatus"] == 1, "{order}");
        Ok(())
    }

    /// Waits until the order satisfies `is`; the order then.
    pub async fn wait(&self, id: &str, is: impl Fn(&Value) -> bool) -> anyhow::Result<Value> {
        let until = Instant::now() + PREPARED;
        let mut ticks = tokio::time::interval(Duration::from_millis(100));
        loop {
            ticks.tick().await;
            let order = self.get(&format!("/api/orders/{id}")).await?;
            if is(&order) {
                return Ok(order);
            }
            ensure!(Instant::now() < until, "does not come about: {order}");
        }
    }

    /// Waits until the order is prepared.
    pub async fn wait_prepared(&self, id: &str) -> anyhow::Result<Value> {
        self.wait(id, |order| order["sstatus"] == 6).await
    }
}

/// A form that may be submitted.
#[must_use]
pub fn form() -> Value {
    json!({
        "applyuser": "王一", "applyUserPhone": "13800000000", "applyUserUnit": "地质调查院",
        "productName": "测试项目", "applyUserUsed": "科研", "getMethod": 0, "description": "",
        "processDescribe": "", "extractingElements": "", "assignment": "",
    })
}

/// A PDF of one empty page.
#[must_use]
pub fn pdf() -> Vec<u8> {
    let objects = [
        "1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n",
        "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n",
        "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj\n",
    ];
    let mut text = "%PDF-1.4\n".to_owned();
    let mut table = String::new();
    for object in objects {
        table += &format!("{:010} 00000 n \n", text.len());
        text += object;
    }
    let start = text.len();
    text += "xref\n0 4\n0000000000 65535 f \n";
    text += &table;
    text += &format!("trailer<</Size 4/Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n");
    text.into_bytes()
}
