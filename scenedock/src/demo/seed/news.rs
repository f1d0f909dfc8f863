//! What the demo has to tell: an announcement and a few articles.

use std::path::Path;

use anyhow::Context;
use domain::content::{AnnouncementLevel, NewsState};
use domain::ids::{AnnouncementId, NewsId, NewsTypeId, UserId};
use serde::Deserialize;
use storage::PgPool;
use storage::clock;
use storage::db::content::announcements::{self, AnnouncementDraft};
use storage::db::content::news::{self, NewsDraft};
use storage::db::content::news_types;
use storage::db::handles;

#[derive(Deserialize)]
struct DemoNews {
    announcement: DemoAnnouncement,
    news: Vec<DemoArticle>,
}

#[derive(Deserialize)]
struct DemoAnnouncement {
    title: String,
    body: String,
}

#[derive(Deserialize)]
struct DemoArticle {
    #[serde(rename = "type")]
    type_name: String,
    title: String,
    body: String,
    pinned: bool,
}

/// Publishes it in the name of `by`, unless there are types of news already.
pub(super) async fn publish(pool: &PgPool, file: &Path, by: UserId) -> anyhow::Result<()> {
    let text = tokio::fs::read_to_string(file).await?;
    let demo: DemoNews = serde_json::from_str(&text).context("news.json")?;
    let mut tx = handles::begin(pool).await?;
    if !news_types::list(&mut tx).await?.is_empty() {
        return Ok(());
    }
    let now = clock::now();
    let draft = AnnouncementDraft {
        title: demo.announcement.title,
        body: demo.announcement.body,
        level: AnnouncementLevel::Info,
        from: None,
        until: None,
    };
    announcements::insert(&mut tx, AnnouncementId::fresh(), &draft, by, now).await?;
    let mut types: Vec<(String, NewsTypeId)> = Vec::new();
    for article in demo.news {
        let known = types.iter().find(|(name, _)| *name == article.type_name);
        let type_id = if let Some((_, id)) = known {
            *id
        } else {
            let id = NewsTypeId::fresh();
            news_types::insert(&mut tx, id, &article.type_name, now).await?;
            types.push((article.type_name, id));
            id
        };
        let draft = NewsDraft {
            type_id,
            title: article.title,
            body: article.body,
            state: NewsState::Published,
            publish_at: None,
            pinned: article.pinned,
        };
        news::insert(&mut tx, NewsId::fresh(), &draft, by, now).await?;
    }
    tx.commit().await?;
    Ok(())
}
