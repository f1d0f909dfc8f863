//! Targets in buckets behind an S3 endpoint, with keys of their owner's. Objects appear whole or not at all.

mod answer;
mod connection;
mod limits;
pub(crate) mod source;
pub(crate) mod upload;

use std::sync::Arc;

use futures::TryStreamExt as _;
use object_store::aws::{AmazonS3, AmazonS3Builder};
use object_store::path::Path;
use object_store::{ObjectStoreExt as _, RetryConfig};

use self::answer::{explain, quoted};
use self::connection::PinnedConnector;
use crate::address::parts;
use crate::error::PushError;
use crate::hosts::{PushConfig, addresses, host_name, place_name};
use crate::spec::{DigestTally, TargetSpec};

/// A bucket.
pub struct S3Target {
    store: Arc<AmazonS3>,
    prefix: String,
    address: String,
}

impl S3Target {
    pub(crate) async fn open(spec: &TargetSpec, config: &PushConfig) -> Result<Self, PushError> {
        let url = &spec.address;
        let port = url.port_or_known_default().unwrap_or(443);
        let connector = PinnedConnector {
            host: host_name(url),
            addresses: addresses(url, port, config).await?,
            config: config.clone(),
        };
        let mut path = parts(url);
        let bucket = path.next().unwrap_or_default();
        let prefix: Vec<String> = path.collect();
        let region = Some(spec.region.as_str()).filter(|region| !region.is_empty());
        let store = AmazonS3Builder::new()
            .with_endpoint(url.origin().ascii_serialization())
            .with_bucket_name(bucket)
            .with_region(region.unwrap_or("us-east-1"))
            .with_access_key_id(&spec.login_name)
            .with_secret_access_key(&spec.secret)
            .with_allow_http(true)
            .with_virtual_hosted_style_request(false)
            .with_retry(RetryConfig {
                max_retries: 2,
                ..RetryConfig::default()
            })
            .with_http_connector(connector)
            .build()
            .map_err(|error| explain(&place_name(url), &error))?;
        Ok(Self {
            store: Arc::new(store),
            prefix: prefix.join("/"),
            address: place_name(url),
        })
    }

    fn path(&self, path: &str) -> Result<Path, PushError> {
        let whole = if self.prefix.is_empty() {
            path.to_owned()
        } else {
            format!("{}/{path}", self.prefix)
        };
        // `Path::from` would encode Chinese names once more; `parse` takes the key as it is.
        Path::parse(whole)
            .map_err(|error| PushError::Failed(quoted(&self.address, error.to_string())))
    }

    pub(crate) async fn size(&self, path: &str) -> Result<Option<u64>, PushError> {
        match self.store.head(&self.path(path)?).await {
            Ok(found) => Ok(Some(found.size)),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(explain(&self.address, &error)),
        }
    }

    pub(crate) async fn read(&self, path: &str, tally: &mut DigestTally) -> Result<(), PushError> {
        let explain = |error: object_store::Error| explain(&self.address, &error);
        let found = self.store.get(&self.path(path)?).await.map_err(explain)?;
        let mut bytes = found.into_stream();
        while let Some(piece) = bytes.try_next().await.map_err(explain)? {
            tally.add(&piece);
        }
        Ok(())
    }

    pub(crate) async fn remove(&self, path: &str) -> Result<(), PushError> {
        let removed = self.store.delete(&self.path(path)?).await;
        removed.map_err(|error| explain(&self.address, &error))
    }
}
