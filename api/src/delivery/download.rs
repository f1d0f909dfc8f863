//! The zips that hold a whole order, as lists, details and the inbox show them.

use std::collections::HashMap;

use domain::ids::OrderId;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;
use storage::db::deliveries::{self, DeliveryFile};
use storage::{PgConnection, StorageError};
use utoipa::ToSchema;

use crate::context::Context;

/// A file that holds everything that was ordered, or one of several that together do.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Download)]
pub(crate) struct DownloadView {
    /// The file's name.
    #[schema(example = "20261122WP093000000.zip")]
    name: String,
    /// Where it is fetched over HTTPS, whole or in ranges.
    url: String,
    /// Bytes.
    size: i64,
    /// SHA-256 of the bytes, hexadecimal.
    sha256: String,
}

impl DownloadView {
    fn new(order: OrderId, file: &DeliveryFile) -> Self {
        let name = file.path.rsplit('/').next().unwrap_or(&file.path);
        Self {
            url: format!("/api/orders/{order}/files/{}", escaped(&file.path)),
            name: name.to_owned(),
            size: file.size,
            sha256: hex::encode(&file.sha256),
        }
    }
}

/// The path in an address: all but what a part of it may hold (RFC 3986 section 2.3), and the strokes between parts.
fn escaped(path: &str) -> String {
    const KEPT: &AsciiSet = &NON_ALPHANUMERIC
        .remove(b'-')
        .remove(b'.')
        .remove(b'_')
        .remove(b'~')
        .remove(b'/');
    utf8_percent_encode(path, KEPT).to_string()
}

/// What can be downloaded now of each of `orders` by those who may download it.
pub(crate) async fn downloads(
    context: &Context,
    db: &mut PgConnection,
    orders: &[OrderId],
) -> Result<HashMap<OrderId, Vec<DownloadView>>, StorageError> {
    let mut found: HashMap<_, Vec<_>> = HashMap::new();
    for package in deliveries::open_packages(db, orders, context.now()).await? {
        let view = DownloadView::new(package.order, &package.file);
        found.entry(package.order).or_default().push(view);
    }
    Ok(found)
}
