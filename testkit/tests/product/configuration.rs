//! Black box: what is saved at one process of the API takes effect in another one that has answered by what was before.

use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use domain::system::SysKey;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::builders::{morning, person};
use testkit::client::Person;
use testkit::configuration::{Effect, Observation, effect_of};
use testkit::postgres::TestDatabase;
use testkit::server::{Launch, PASSWORD, Server};

use crate::remote_site::SERVER_KEY;

const OTHER: &str = "Mapping-21";
/// Everybody who signs in does it once: six look before, six afterwards.
const PEOPLE: usize = 12;
/// Longest time until a process answers by what another one saved.
const PATIENCE: Duration = Duration::from_secs(30);

/// Two processes of the API over one database: here is saved, there is observed.
struct Two {
    here: Server,
    there: Server,
    admin: Person,
    guest: Person,
    looks: usize,
    _home: tempfile::TempDir,
    _database: TestDatabase,
}

impl Two {
    async fn start() -> anyhow::Result<Self> {
        let home = tempfile::tempdir()?;
        let database = TestDatabase::new().await;
        let objects = home.path().join("objects");
        std::fs::create_dir(&objects)?;
        let api = |name: &str| {
            Launch::new("api", &home.path().join(name))
                .env("DATABASE_URL", &database.url)
                .env("OBJECT_STORE_URL", format!("file://{}", objects.display()))
                .env("SCENEDOCK_SECRET_KEY", SERVER_KEY)
                .start()
        };
        let (here, there) = (api("here")?, api("there")?);
        Launch::new("admin", &home.path().join("admin"))
            .env("DATABASE_URL", &database.url)
            .env("SCENEDOCK_SECRET_KEY", SERVER_KEY)
            .create_user("admin", "admin")?;
        for number in 1..=PEOPLE {
            let person = person(&format!("person_{number}")).password(PASSWORD);
            // Long ago, so that a password and an account of some days are over.
            person.create(&database.pool, morning()).await;
        }
        let admin = Person::sign_in(&here.http, "admin").await?;
        Ok(Self {
            guest: Person::guest(&there.http),
            here,
            there,
            admin,
            looks: 0,
            _home: home,
            _database: database,
        })
    }

    async fn save(&self, entries: &[(SysKey, String)]) -> anyhow::Result<()> {
        let items: Vec<_> = (entries.iter())
            .map(|(key, value)| json!({"sysKey": key.as_str(), "sysValue": value}))
            .collect();
        let body = json!({"items": items});
        let saved = self.admin.ask(Method::PUT, "/api/system", Some(&body));
        let (status, answer) = saved.await?;
        ensure!(status.is_success(), "{}: {status} {answer}", self.here.http);
        Ok(())
    }

    /// Whoever has not been there yet, so that nobody is counted who is online already.
    fn next(&mut self) -> String {
        self.looks += 1;
        format!("person_{}", self.looks)
    }

    async fn signs_in(&self, name: &str, password: &str) -> anyhow::Result<Person> {
        Person::sign_in_with(&self.there.http, name, password).await
    }

    async fn config(&self) -> anyhow::Result<Value> {
        self.guest.get("/api/config").await
    }

    /// Saves, and waits until the other process says so: `mark` is the name of the system from then on.
    async fn save_and_wait(
        &self,
        mut entries: Vec<(SysKey, String)>,
        mark: &str,
    ) -> anyhow::Result<()> {
        entries.push((SysKey::SysName, mark.to_owned()));
        self.save(&entries).await?;
        let until = Instant::now() + PATIENCE;
        while self.config().await?["sysName"] != mark {
            ensure!(Instant::now() < until, "{mark} is not known there");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Ok(())
    }

    async fn observe(&mut self, observed: Observation) -> anyhow::Result<Value> {
        Ok(match observed {
            Observation::Config(pointer) => self
                .config()
                .await?
                .pointer(pointer)
                .cloned()
                .unwrap_or_default(),
            Observation::SignIn => {
                let body = json!({"loginName": self.next(), "password": PASSWORD});
                let login = self.guest.ask(Method::POST, "/api/auth/login", Some(&body));
                login.await?.1["code"].take()
            }
            Observation::ThirdCall => {
                let name = self.next();
                let person = self.signs_in(&name, PASSWORD).await?;
                for _ in 0..2 {
                    person.get("/api/auth/me").await?;
                }
                let (status, _) = person.ask(Method::GET, "/api/auth/me", None).await?;
                json!(status.as_u16())
            }
            Observation::SignedIn(key) => {
                let name = self.next();
                let person = self.signs_in(&name, PASSWORD).await?;
                person.get("/api/auth/me").await?[key].take()
            }
            Observation::FormerPassword => {
                let name = self.next();
                let (status, _) = self.choose(&name, (PASSWORD, OTHER)).await?;
                ensure!(status == StatusCode::NO_CONTENT, "{status}");
                let (_, refused) = self.choose(&name, (OTHER, PASSWORD)).await?;
                refused["errors"][0]["code"].clone()
            }
        })
    }

    async fn choose(
        &self,
        name: &str,
        (old, new): (&str, &str),
    ) -> anyhow::Result<(StatusCode, Value)> {
        let person = self.signs_in(name, old).await?;
        let body = json!({"oldPassword": old, "password": new});
        let path = "/api/auth/password";
        person.ask(Method::PUT, path, Some(&body)).await
    }

    async fn check(
        &mut self,
        key: SysKey,
        observed: Observation,
        want: &Value,
    ) -> anyhow::Result<()> {
        let seen = self.observe(observed).await;
        let seen = seen.with_context(|| key.as_str())?;
        ensure!(&seen == want, "{}: {seen}, not {want}", key.as_str());
        Ok(())
    }

    /// Saves these at once, of which no two are observed in the same place.
    async fn take_effect(&mut self, keys: &[SysKey], mark: &str) -> anyhow::Result<()> {
        let effects: Vec<_> = keys.iter().map(|key| (*key, effect_of(*key))).collect();
        for (key, effect) in &effects {
            self.check(*key, effect.observed, &effect.before).await?;
        }
        let entries = effects
            .iter()
            .map(|(key, effect)| (*key, effect.value.clone()));
        self.save_and_wait(entries.collect(), mark).await?;
        for (key, effect) in &effects {
            self.check(*key, effect.observed, &effect.after).await?;
        }
        Ok(())
    }

    /// Signing in asks for the newest: there is nothing to wait for.
    async fn shuts_out(&mut self, key: SysKey) -> anyhow::Result<()> {
        let Effect {
            observed,
            value,
            before,
            after,
        } = effect_of(key);
        self.check(key, observed, &before).await?;
        self.save(&[(key, value)]).await?;
        self.check(key, observed, &after).await?;
        self.save(&[(key, String::new())]).await
    }
}

#[tokio::test]
async fn every_entry_takes_effect_in_another_process() -> anyhow::Result<()> {
    let mut two = Two::start().await?;
    // The map has an extent once it has all four corners.
    let corners = [
        (SysKey::LongTopLeft, "73"),
        (SysKey::LatTopLeft, "54"),
        (SysKey::LongTopRight, "135"),
        (SysKey::LatTopRight, "18"),
    ];
    let corners = corners.map(|(key, degrees)| (key, degrees.to_owned()));
    two.check(
        SysKey::SysName,
        Observation::Config("/sysName"),
        &effect_of(SysKey::SysName).before,
    )
    .await?;
    two.save_and_wait(corners.into(), "青海数据服务").await?;
    let (mut first, mut second, mut signing_in, mut calls) = (vec![], vec![], vec![], vec![]);
    for key in SysKey::ALL {
        match (key, effect_of(key).observed) {
            // Is observed at every step here.
            (SysKey::SysName, _) => {}
            // What it stands for in an address that the first step saves.
            (SysKey::ServiceToken, _) => second.push(key),
            (_, Observation::SignIn) => signing_in.push(key),
            (_, Observation::ThirdCall) => calls.push(key),
            _ => first.push(key),
        }
    }
    two.take_effect(&first, "第一步").await?;
    two.take_effect(&second, "第二步").await?;
    for key in signing_in {
        two.shuts_out(key).await?;
    }
    // The last, for it shuts out the administrator too.
    two.take_effect(&calls, "第三步").await
}
