//! Signing in at a real identity provider, with the real binary, as a browser sees it.

use std::process::Command;

use anyhow::{Context as _, bail, ensure};
use reqwest::header::{CONTENT_TYPE, LOCATION};
use reqwest::redirect::Policy;
use reqwest::{Client, Method, RequestBuilder, StatusCode, Url};
use serde_json::{Value, json};
use testkit::client::Person;
use testkit::identity_provider::{CLIENT_SECRET, IdentityProvider};
use testkit::ports::free_port;
use testkit::server::{Launch, PASSWORD, Server};
use testkit::sources::root;

/// Redirects that are followed.
const MAX_HOPS: usize = 10;

/// A product with a provider, and an administrator.
struct Installation {
    _home: tempfile::TempDir,
    launch: Launch,
    server: Server,
    provider: IdentityProvider,
}

impl Installation {
    fn start(registers: bool) -> anyhow::Result<Self> {
        let home = tempfile::tempdir()?;
        let address = format!("127.0.0.1:{}", free_port()?);
        let site = format!("http://{address}");
        let provider = IdentityProvider::start(&site)?;
        let launch = Launch::new("serve", &home.path().join("data"))
            .env("HTTP_ADDR", &address)
            .env("PUBLIC_URL", &site)
            .env("OIDC_ISSUER", &provider.issuer)
            .env("OIDC_CLIENT_ID", "scenedock")
            .env("OIDC_CLIENT_SECRET", CLIENT_SECRET)
            .env("OIDC_REGISTER", if registers { "1" } else { "0" })
            .env("SYSTEM_NAME", "DZY");
        let server = launch.start()?;
        launch.create_user("director", "admin")?;
        launch.create_user("zhangsan", "applicant")?;
        Ok(Self {
            _home: home,
            launch,
            server,
            provider,
        })
    }

    fn browser(&self) -> anyhow::Result<Browser<'_>> {
        let http = Client::builder()
            .cookie_store(true)
            .redirect(Policy::none())
            .build()?;
        Ok(Browser { site: self, http })
    }
}

/// A browser: it keeps cookies and follows where it is sent.
struct Browser<'a> {
    site: &'a Installation,
    http: Client,
}

/// Where a browser was led.
struct Landing {
    /// The address, with what stands behind its `#`: of redirects that the HTTP client follows itself it is lost.
    url: Url,
    status: StatusCode,
    text: String,
}

impl Browser<'_> {
    /// Sends a request and follows redirects.
    async fn land(&self, request: RequestBuilder) -> anyhow::Result<Landing> {
        let mut answer = request.send().await?;
        let mut url = answer.url().clone();
        for _ in 0..MAX_HOPS {
            let Some(next) = answer.headers().get(LOCATION) else {
                return Ok(Landing {
                    url,
                    status: answer.status(),
                    text: answer.text().await?,
                });
            };
            url = url.join(next.to_str()?)?;
            answer = self.http.get(url.clone()).send().await?;
        }
        bail!("redirected without end: {url}")
    }

    async fn open(&self, address: &str) -> anyhow::Result<Landing> {
        self.land(self.http.get(address)).await
    }

    /// Follows an address to the provider, signs in there under a name, and answers where that led: path and fragment.
    async fn sign_in_there(&self, address: &str, name: &str) -> anyhow::Result<(String, String)> {
        let page = self.open(address).await?;
        ensure!(
            page.url.as_str().starts_with(&self.site.provider.issuer),
            "{}",
            page.url
        );
        let login = [("prompt", "login"), ("login", name), ("password", "any")];
        let page = self.fill_in(&page.url, &login).await?;
        let landed = if page.url.path().starts_with("/interaction") {
            self.fill_in(&page.url, &[("prompt", "consent")]).await?
        } else {
            page
        };
        let url = landed.url;
        ensure!(url.as_str().starts_with(&self.site.server.http), "{url}");
        let path = format!("{}?{}", url.path(), url.query().unwrap_or_default());
        Ok((path, url.fragment().context("no fragment")?.to_owned()))
    }

    /// Sends a form of a page.
    async fn fill_in(&self, address: &Url, fields: &[(&str, &str)]) -> anyhow::Result<Landing> {
        let encoded = Url::parse_with_params("http://form/", fields)?;
        let request = self.http.post(address.clone());
        let kind = (CONTENT_TYPE, "application/x-www-form-urlencoded");
        let request = request.header(kind.0, kind.1);
        let body = encoded.query().unwrap_or_default().to_owned();
        self.land(request.body(body)).await
    }

    async fn start(&self, name: &str) -> anyhow::Result<(String, String)> {
        let start = format!(
            "{}/api/auth/oidc/start?returnTo=/inbox",
            self.site.server.http
        );
        self.sign_in_there(&start, name).await
    }

    async fn post(
        &self,
        path: &str,
        token: &str,
        body: &Value,
    ) -> anyhow::Result<(StatusCode, Value)> {
        let request = self.http.post(format!("{}{path}", self.site.server.http));
        let answer = request.bearer_auth(token).json(body).send().await?;
        let status = answer.status();
        Ok((status, answer.json().await.unwrap_or_default()))
    }

    async fn enter(&self, ticket: &str) -> anyhow::Result<(StatusCode, Value)> {
        let body = json!({"loginName": "", "password": "", "ticket": ticket});
        self.post("/api/auth/login", "", &body).await
    }

    async fn me(&self, token: &str) -> anyhow::Result<(StatusCode, Value)> {
        let request = self
            .http
            .get(format!("{}/api/auth/me", self.site.server.http));
        let answer = request.bearer_auth(token).send().await?;
        let status = answer.status();
        Ok((status, answer.json().await.unwrap_or_default()))
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_linked_person_signs_in_and_out_at_the_provider() -> anyhow::Result<()> {
    let site = Installation::start(false)?;
    let browser = site.browser()?;
    let (path, told) = browser.start("wangwu").await?;
    ensure!(
        (path.as_str(), told.as_str()) == ("/sso?next=%2Finbox", "unknown"),
        "{path} {told}"
    );

    let own = Person::sign_in(&site.server.http, "zhangsan").await?;
    let body = json!({"password": PASSWORD});
    // Another browser, which is not signed in at the provider.
    let linking = site.browser()?;
    let (status, begun) = linking
        .post("/api/auth/oidc/link", own.token(), &body)
        .await?;
    ensure!(status == StatusCode::OK, "{begun}");
    let address = begun["address"].as_str().context("no address")?;
    let (path, told) = linking.sign_in_there(address, "wangwu").await?;
    ensure!(
        (path.as_str(), told.as_str()) == ("/sso?next=%2Faccount", "linked"),
        "{path} {told}"
    );

    let coming = site.browser()?;
    let (_, ticket) = coming.start("wangwu").await?;
    let (status, entered) = coming.enter(&ticket).await?;
    ensure!(status == StatusCode::OK, "{entered}");
    let token = entered["token"].as_str().context("no token")?.to_owned();
    ensure!(coming.me(&token).await?.1["loginName"] == "zhangsan");

    let (status, out) = coming.post("/api/auth/logout", &token, &json!({})).await?;
    ensure!(status == StatusCode::OK, "{out}");
    let address = out["providerAddress"].as_str().context("no address")?;
    let page = coming.open(address).await?;
    ensure!(
        page.status.is_success(),
        "the provider refuses: {}",
        page.text
    );
    ensure!(coming.me(&token).await?.0 == StatusCode::UNAUTHORIZED);

    let log = site.launch.log();
    for secret in [&ticket, &token, &CLIENT_SECRET.to_owned()] {
        ensure!(!log.contains(secret), "a secret is in the log");
    }
    Ok(())
}

/// What the provider's page of signing out sends.
fn confirmation(page: &str) -> anyhow::Result<String> {
    let (_, rest) = page
        .split_once("name=\"xsrf\" value=\"")
        .context("no form")?;
    Ok(rest.split('"').next().unwrap_or_default().to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_waits_for_approval_and_is_signed_out_by_the_provider() -> anyhow::Result<()> {
    let site = Installation::start(true)?;
    let browser = site.browser()?;
    let (_, ticket) = browser.start("zhaoliu").await?;
    let (status, refused) = browser.enter(&ticket).await?;
    ensure!(
        (status, &refused["code"]) == (StatusCode::FORBIDDEN, &json!("awaiting_approval")),
        "{refused}"
    );
    let director = Person::sign_in(&site.server.http, "director").await?;
    let waiting = director.get("/api/users?status=waiting").await?;
    let made = &waiting["items"][0];
    ensure!(
        made["loginName"] == "zhaoliu" && made["person"]["name"] == "王五",
        "{made}"
    );
    let id = made["id"].as_str().context("no id")?;
    director
        .post(&format!("/api/users/{id}/approve"), &json!({}))
        .await?;

    // Still signed in at the provider: nothing is asked there.
    let start = format!("{}/api/auth/oidc/start", site.server.http);
    let landed = browser.open(&start).await?.url;
    let ticket = landed.fragment().context("no ticket")?.to_owned();
    let (status, entered) = browser.enter(&ticket).await?;
    ensure!(status == StatusCode::OK, "{entered}");
    let token = entered["token"].as_str().context("no token")?;

    // Signing out at the provider alone ends the session here.
    let end = Url::parse(&format!("{}/session/end", site.provider.issuer))?;
    let page = browser.open(end.as_str()).await?.text;
    let xsrf = confirmation(&page)?;
    let confirm = Url::parse(&format!("{end}/confirm"))?;
    let fields = [("xsrf", xsrf.as_str()), ("logout", "yes")];
    let done = browser.fill_in(&confirm, &fields).await?;
    ensure!(done.status.is_success(), "{}", done.status);
    ensure!(browser.me(token).await?.0 == StatusCode::UNAUTHORIZED);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_day_without_a_click_ends_the_session_here_and_at_the_provider() -> anyhow::Result<()> {
    let site = Installation::start(true)?;
    let (_, ticket) = site.browser()?.start("zhaoliu").await?;
    site.browser()?.enter(&ticket).await?;
    let director = Person::sign_in(&site.server.http, "director").await?;
    let waiting = director.get("/api/users?status=waiting").await?;
    let id = waiting["items"][0]["id"].as_str().context("no id")?;
    director
        .post(&format!("/api/users/{id}/approve"), &json!({}))
        .await?;
    let walk = Command::new("node")
        .arg("e2e/provider.mjs")
        .args([&site.server.http, &site.provider.issuer, "zhaoliu"])
        .current_dir(root())
        .output()?;
    ensure!(
        walk.status.success(),
        "{}\n{}",
        String::from_utf8_lossy(&walk.stderr),
        site.launch.log()
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_provider_that_dies_leaves_everything_else_alone() -> anyhow::Result<()> {
    let mut site = Installation::start(false)?;
    let other = IdentityProvider::start(&site.server.http)?;
    drop(std::mem::replace(&mut site.provider, other));
    let browser = site.browser()?;
    let start = format!("{}/api/auth/oidc/start", site.server.http);
    let landed = browser.open(&start).await?.url;
    ensure!(landed.fragment() == Some("failed"), "{landed}");
    let causes = site
        .launch
        .log()
        .matches("nobody can sign in at the identity provider")
        .count();
    ensure!(causes == 1, "the log has the cause {causes} times");
    let own = Person::sign_in(&site.server.http, "zhangsan").await?;
    let (status, _) = own.ask(Method::GET, "/api/auth/me", None).await?;
    ensure!(status == StatusCode::OK);
    Ok(())
}
