//! A person at the API.

use anyhow::{Context, bail};
use reqwest::multipart::{Form, Part};
use reqwest::{Method, RequestBuilder, Response};
use serde_json::{Value, json};
use url::Url;

/// A signed-in person.
pub struct Client {
    http: reqwest::Client,
    server: Url,
    token: String,
}

impl Client {
    /// Signs in; the server must not demand a captcha.
    pub async fn sign_in(server: &Url, login: &str, password: &str) -> anyhow::Result<Self> {
        let mut client = Self {
            http: reqwest::Client::new(),
            server: server.clone(),
            token: String::new(),
        };
        let config = client.get("/api/config").await?;
        if config["captcha"] == true {
            bail!("the server demands a captcha; start it with CAPTCHA=off (the demo does)");
        }
        let body = json!({"loginName": login, "password": password});
        let answer = client.post("/api/auth/login", &body).await?;
        client.token = answer["token"].as_str().context("no token")?.to_owned();
        Ok(client)
    }

    /// Sends a GET request and reads the JSON answer.
    pub async fn get(&self, path: &str) -> anyhow::Result<Value> {
        read(self.request(Method::GET, path)?.send().await?).await
    }

    /// Sends a POST request and reads the JSON answer.
    pub async fn post(&self, path: &str, body: &Value) -> anyhow::Result<Value> {
        read(self.request(Method::POST, path)?.json(body).send().await?).await
    }

    /// Uploads a one-page paper for the slot; its id.
    pub async fn upload(&self, kind: u8) -> anyhow::Result<String> {
        let file = Part::bytes(paper(kind)).file_name(format!("paper-{kind}.pdf"));
        let form = Form::new()
            .text("type", kind.to_string())
            .part("file", file);
        let request = self
            .request(Method::POST, "/api/attachments")?
            .multipart(form);
        let answer = read(request.send().await?).await?;
        Ok(answer["attachmentId"]
            .as_str()
            .context("no attachment id")?
            .to_owned())
    }

    fn request(&self, method: Method, path: &str) -> anyhow::Result<RequestBuilder> {
        let request = self.http.request(method, self.server.join(path)?);
        Ok(if self.token.is_empty() {
            request
        } else {
            request.bearer_auth(&self.token)
        })
    }
}

async fn read(answer: Response) -> anyhow::Result<Value> {
    let status = answer.status();
    let body: Value = answer.json().await.unwrap_or(Value::Null);
    if status.is_success() {
        return Ok(body);
    }
    bail!(
        "{status}: {}",
        body["detail"].as_str().unwrap_or("no reason given")
    )
}

/// A PDF of one empty page.
fn paper(kind: u8) -> Vec<u8> {
    let objects = [
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        "<</Type/Pages/Kids[3 0 R]/Count 1>>".to_owned(),
        format!("<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/UserUnit 1/Tag(demo {kind})>>"),
    ];
    let mut text = "%PDF-1.4\n".to_owned();
    let mut offsets = Vec::new();
    for (at, object) in objects.iter().enumerate() {
        offsets.push(format!("{:010} 00000 n \n", text.len()));
        text += &format!("{} 0 obj{object}endobj\n", at + 1);
    }
    let table = text.len();
    text += &format!(
        "xref\n0 4\n0000000000 65535 f \n{}trailer<</Size 4/Root 1 0 R>>\nstartxref\n{table}\n%%EOF\n",
        offsets.concat()
    );
    text.into_bytes()
}
