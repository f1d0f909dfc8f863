//! Exports (导出): lists of scenes as files, made by workers and fetched when they are done.

mod count;
mod create;
mod file;
mod found_scenes;
mod get;
mod list;
mod remove;

use chrono::{DateTime, Utc};
use domain::export::{ExportContent, ExportKind};
use domain::ids::ExportId;
use domain::permission::Permission;
use serde::{Deserialize, Serialize};
use storage::db::exports::Export;
use texts::Detail;
use utoipa::ToSchema;
use utoipa_axum::routes;
use uuid::Uuid;

use crate::message::MessageBody;
use crate::router::{RouteAccess, Routes};

/// Largest request: 200,000 ids of 64 characters, quoted.
const BODY_LIMIT: usize = 14 * 1024 * 1024;

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(RouteAccess::Needs(Permission::Exports), routes!(list::list));
    routes.add_with_limit(
        RouteAccess::Needs(Permission::Exports),
        BODY_LIMIT,
        routes!(create::create),
    );
    routes.add(
        RouteAccess::Needs(Permission::Exports),
        routes!(count::count),
    );
    routes.add(
        RouteAccess::Needs(Permission::Exports),
        routes!(get::get, remove::remove),
    );
    routes.add(RouteAccess::Needs(Permission::Exports), routes!(file::file));
}

/// The format of an export.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[schema(as = ExportKind)]
#[serde(rename_all = "lowercase")]
pub(crate) enum KindWord {
    /// Zip of `.shp`, `.shx`, `.dbf`, `.prj` and `.cpg`: UTF-8, EPSG:4326; scenes without an area are left out.
    Shapefile,
    /// RFC 7946.
    Geojson,
    /// RFC 4180, UTF-8 with byte order mark.
    Csv,
    /// Excel workbook.
    Xlsx,
}

impl From<KindWord> for ExportKind {
    fn from(word: KindWord) -> Self {
        match word {
            KindWord::Shapefile => Self::Shapefile,
            KindWord::Geojson => Self::Geojson,
            KindWord::Csv => Self::Csv,
            KindWord::Xlsx => Self::Xlsx,
        }
    }
}

impl From<ExportKind> for KindWord {
    fn from(kind: ExportKind) -> Self {
        match kind {
            ExportKind::Shapefile => Self::Shapefile,
            ExportKind::Geojson => Self::Geojson,
            ExportKind::Csv => Self::Csv,
            ExportKind::Xlsx => Self::Xlsx,
        }
    }
}

/// What an export tells of each scene.
#[derive(Debug, Default, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[schema(as = ExportContent)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ContentWord {
    /// What lists show of it.
    #[default]
    List,
    /// That, and all that the field list of its node shows of it. Not in shapefiles, whose tables hold what lists show.
    Metadata,
    /// Where it is, and a number.
    Outlines,
}

impl From<ContentWord> for ExportContent {
    fn from(word: ContentWord) -> Self {
        match word {
            ContentWord::List => Self::List,
            ContentWord::Metadata => Self::Metadata,
            ContentWord::Outlines => Self::Outlines,
        }
    }
}

impl From<ExportContent> for ContentWord {
    fn from(content: ExportContent) -> Self {
        match content {
            ExportContent::List => Self::List,
            ExportContent::Metadata => Self::Metadata,
            ExportContent::Outlines => Self::Outlines,
        }
    }
}

/// `F_STATUS`: "0" at work, "1" done, "2" failed.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExportStatus)]
#[expect(
    dead_code,
    reason = "only the document needs it: the codes are the domain's"
)]
enum StatusWord {
    #[serde(rename = "0")]
    Working,
    #[serde(rename = "1")]
    Done,
    #[serde(rename = "2")]
    Failed,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Export)]
#[serde(rename_all = "camelCase")]
struct ExportView {
    uuid: Uuid,
    kind: KindWord,
    content: ContentWord,
    /// The name of the file, once it is there.
    #[schema(required)]
    file_name: Option<String>,
    /// Chosen scenes.
    count: i64,
    /// How many of them are in the file so far; all, once it is done.
    written: i64,
    /// "0" at work, "1" done, "2" failed.
    #[serde(rename = "F_STATUS")]
    #[schema(value_type = StatusWord)]
    status: &'static str,
    /// Path of the file, once it is there.
    #[serde(rename = "F_ZIPURL")]
    #[schema(required)]
    zip_url: Option<String>,
    /// Why it failed.
    #[schema(required)]
    message: Option<String>,
    /// The same as a code.
    #[schema(required)]
    failure: Option<MessageBody>,
    creattime: DateTime<Utc>,
    /// When it is removed; null while it is worked on.
    #[schema(required)]
    expires_at: Option<DateTime<Utc>>,
}

impl From<Export> for ExportView {
    fn from(export: Export) -> Self {
        Self {
            uuid: export.id.0,
            kind: export.kind.into(),
            content: export.content.into(),
            count: export.count,
            written: export.written,
            status: export.state.code(),
            zip_url: export.file.as_ref().map(|_| file_path(export.id)),
            file_name: export.file.map(|file| file.name),
            message: export.failure.as_ref().map(Detail::chinese),
            failure: export.failure.and_then(MessageBody::from_detail),
            creattime: export.created,
            expires_at: export.expires,
        }
    }
}

fn file_path(id: ExportId) -> String {
    format!("/api/exports/{id}/file")
}
