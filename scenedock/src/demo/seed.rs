//! What the demo starts with.

use anyhow::Context;
use domain::role::Role;
use storage::clock;
use storage::db::users::{self, NewUser, Profile};
use storage::db::{handles, units};
use storage::password;

use super::PASSWORD;
use crate::ingest;
use crate::parts::ProcessParts;

mod news;
mod orders;

pub use orders::orders;

/// Sign-in name, role, name.
const ACCOUNTS: [(&str, Role, &str); 3] = [
    ("applicant", Role::Applicant, "申请人（演示）"),
    ("admin", Role::Admin, "管理员（演示）"),
    ("operator", Role::Operator, "运维人员（演示）"),
];

/// Makes the demo accounts, units, news and catalogue where they are missing.
pub async fn accounts_and_catalogue(parts: &ProcessParts) -> anyhow::Result<()> {
    let folder = std::fs::canonicalize(super::folder(&parts.settings)?)?;
    let text = tokio::fs::read_to_string(folder.join("units.json")).await?;
    let names: Vec<String> = serde_json::from_str(&text).context("units.json")?;
    let mut db = handles::connection(&parts.pool).await?;
    for name in &names {
        units::ensure(&mut db, name).await?;
    }
    for (login_name, role, user_name) in ACCOUNTS {
        if users::exists(&mut db, login_name).await? {
            continue;
        }
        let new = NewUser {
            login_name: login_name.to_owned(),
            password_hash: password::hash_blocking(PASSWORD)?,
            roles: vec![role.into()],
            user_name: user_name.to_owned(),
            unit: names.first().cloned().unwrap_or_default(),
            email: String::new(),
        };
        let id = users::insert(&mut db, &new, clock::now()).await?;
        let profile = Profile {
            user_name: new.user_name,
            unit: new.unit,
            phone: "13800000000".to_owned(),
            ..Profile::default()
        };
        users::set_profile(&mut db, &parts.key, id, &profile).await?;
        users::mark_demo(&mut db, id).await?;
        if role == Role::Admin {
            news::publish(&parts.pool, &folder.join("news.json"), id).await?;
        }
    }
    drop(db);
    ingest::nodes(&parts.pool, &folder.join("nodes.json")).await?;
    let files = ["catalogue.ndjson", "catalogue-offline.ndjson"].map(|name| folder.join(name));
    let bar = ingest::BarProgress::hidden();
    let report =
        workers::ingest::ingest(&parts.pool, files.into(), "demo".to_owned(), &bar).await?;
    anyhow::ensure!(report.bad == 0, "the demo catalogue holds bad items");
    Ok(())
}
