//! The object store, and every path in it.

pub mod bytes;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use domain::ids::{
    AttachmentId, ContentPictureId, ExportId, GuideVideoId, MatchId, OrderId, TaskId, UserId,
};
use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::{ClientOptions, ObjectStore, RetryConfig};
use scene_index::SegmentDigest;
use url::Url;

use crate::StorageError;

/// How long a store on the network is waited for. A body may take as long as it needs.
#[derive(Debug, Clone, Copy)]
pub struct StorePatience {
    /// Longest time to connect.
    pub connect: Duration,
    /// Without a byte; of a part that is sent, until its answer.
    pub silence: Duration,
    /// Within which a call that failed is made again.
    pub again: Duration,
}

impl StorePatience {
    /// Of work that is tried again by itself, with its own back-off.
    pub const WORK: Self = Self {
        connect: Duration::from_secs(5),
        silence: Duration::from_secs(30),
        again: Duration::from_secs(15),
    };
    /// Where somebody waits for the answer: ten seconds at most.
    pub const SOMEBODY_WAITS: Self = Self {
        connect: Duration::from_secs(3),
        silence: Duration::from_secs(9),
        again: Duration::from_secs(3),
    };
}

/// One claim of a task: objects carry it in their name, so that two claims never share an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Claim {
    pub task: TaskId,
    /// Number of the attempt.
    pub attempt: i32,
}

/// Every path that scenedock writes. Nothing else may build one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ObjectKey {
    /// An uploaded paper.
    Attachment(AttachmentId),
    /// The file of an extracted scene.
    Scene {
        /// The order it was extracted for.
        order: OrderId,
        /// The scene.
        did: i64,
        /// The claim that wrote it.
        claim: Claim,
    },
    /// A part of a package.
    Package {
        /// The packaged order.
        order: OrderId,
        /// The claim that wrote it.
        claim: Claim,
        /// Zip number from 1, or the checksum list.
        part: PackagePart,
    },
    /// The file of an export.
    Export {
        export: ExportId,
        /// The claim that wrote it.
        claim: Claim,
    },
    /// A picture of a scene.
    Preview {
        /// The scene.
        did: i64,
        /// The claim that wrote it.
        claim: Claim,
        /// Kind of the picture.
        picture: PictureKind,
    },
    /// The copy of a scene's file, for other systems.
    SceneCopy {
        /// The scene.
        did: i64,
        /// The claim that wrote it.
        claim: Claim,
    },
    /// A file on somebody's shelf, or the note that it was withdrawn.
    Shelf {
        /// Owner of the shelf.
        owner: UserId,
        /// Match that brought the file.
        matched: MatchId,
        /// The claim that wrote it.
        claim: Claim,
    },
    /// A segment of the scene index.
    Segment {
        /// The claim that built it.
        claim: Claim,
        /// SHA-256 of its bytes.
        digest: SegmentDigest,
    },
    /// A picture of a published text.
    ContentPicture(ContentPictureId),
    GuideVideo(GuideVideoId),
    /// Where the chain over the audit log ended when a worker looked last.
    AuditHead,
}

/// The pictures of a scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureKind {
    /// The small one.
    Thumbnail,
    /// The large one.
    Preview,
}

/// The files that packaging writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PackagePart {
    /// A zip, from 1.
    Zip(usize),
    /// `SHA256SUMS` of the zips
    Sums,
    /// `SHA256SUMS` of the single scenes
    SceneSums,
}

impl ObjectKey {
    /// What lies under it belongs to orders and is swept when no row names it.
    pub const ORDERS_PREFIX: &'static str = "orders";
    /// What lies under it are papers, swept when no row names it.
    pub const ATTACHMENTS_PREFIX: &'static str = "attachments";
    /// What lies under it are exports, swept when no row names it.
    pub const EXPORTS_PREFIX: &'static str = "exports";
    /// What lies under it are pictures of scenes, swept when no row names it.
    pub const PREVIEWS_PREFIX: &'static str = "previews";
    /// What lies under it is published, swept when no row names it.
    pub const CONTENT_PREFIX: &'static str = "content";
    /// What lies under it are segments of the scene index, swept when no row names it.
    pub const SEGMENTS_PREFIX: &'static str = "segments";
    /// What lies under it are copies for other systems, swept when no row names it.
    pub const COPIES_PREFIX: &'static str = "copies";
    /// What lies under it are files of shelves, swept when no row names it.
    pub const SHELVES_PREFIX: &'static str = "shelves";
    /// What lies under it no row names, and no sweep removes, but for what was left half written.
    pub const AUDIT_PREFIX: &'static str = "audit";
    /// Everything that is swept.
    pub const PREFIXES: [&'static str; 8] = [
        Self::ORDERS_PREFIX,
        Self::ATTACHMENTS_PREFIX,
        Self::EXPORTS_PREFIX,
        Self::PREVIEWS_PREFIX,
        Self::CONTENT_PREFIX,
        Self::SEGMENTS_PREFIX,
        Self::COPIES_PREFIX,
        Self::SHELVES_PREFIX,
    ];

    /// The path in the bucket. Made of ids only, so it needs no escaping.
    #[must_use]
    pub fn path(&self) -> Path {
        let text = match self {
            Self::Attachment(id) => format!("{}/{id}", Self::ATTACHMENTS_PREFIX),
            Self::Segment { claim, digest } => format!(
                "{}/{}-{}/{}",
                Self::SEGMENTS_PREFIX,
                claim.task,
                claim.attempt,
                hex::encode(digest)
            ),
            Self::SceneCopy { did, claim } => format!(
                "{}/{did}/{}-{}",
                Self::COPIES_PREFIX,
                claim.task,
                claim.attempt
            ),
            Self::Shelf {
                owner,
                matched,
                claim,
            } => format!(
                "{}/{owner}/{matched}/{}-{}",
                Self::SHELVES_PREFIX,
                claim.task,
                claim.attempt
            ),
            Self::ContentPicture(id) => format!("{}/pictures/{id}", Self::CONTENT_PREFIX),
            Self::GuideVideo(id) => format!("{}/videos/{id}", Self::CONTENT_PREFIX),
            Self::AuditHead => format!("{}/head", Self::AUDIT_PREFIX),
            Self::Scene { order, did, claim } => format!(
                "{}/{order}/scenes/{did}/{}-{}",
                Self::ORDERS_PREFIX,
                claim.task,
                claim.attempt
            ),
            Self::Export { export, claim } => format!(
                "{}/{export}/{}-{}",
                Self::EXPORTS_PREFIX,
                claim.task,
                claim.attempt
            ),
            Self::Preview {
                did,
                claim,
                picture,
            } => {
                let name = match picture {
                    PictureKind::Thumbnail => "thumbnail.jpg",
                    PictureKind::Preview => "preview.jpg",
                };
                format!(
                    "{}/{did}/{}-{}/{name}",
                    Self::PREVIEWS_PREFIX,
                    claim.task,
                    claim.attempt
                )
            }
            Self::Package { order, claim, part } => {
                let name = match part {
                    PackagePart::Zip(number) => format!("{number}.zip"),
                    PackagePart::Sums => "SHA256SUMS".to_owned(),
                    PackagePart::SceneSums => "SCENES-SHA256SUMS".to_owned(),
                };
                format!(
                    "{}/{order}/packages/{}-{}/{name}",
                    Self::ORDERS_PREFIX,
                    claim.task,
                    claim.attempt
                )
            }
        };
        Path::from(text)
    }
}

/// An open object store.
#[derive(Debug, Clone)]
pub struct Objects {
    pub store: Arc<dyn ObjectStore>,
    /// Folder of a store on disk; `None`: a bucket.
    pub folder: Option<PathBuf>,
}

impl Objects {
    /// Opens `s3://bucket[/prefix]` (endpoint and keys from the usual `AWS_*`), `file:///folder`.
    pub fn open(url: &Url, patience: StorePatience) -> Result<Self, StorageError> {
        match url.scheme() {
            "file" => {
                let folder = url
                    .to_file_path()
                    .map_err(|()| StorageError::Setting(format!("{url} is no folder")))?;
                Self::folder(folder)
            }
            "s3" => Self::s3(url, crate::s3::builder(), patience),
            other => Err(StorageError::Setting(format!(
                "OBJECT_STORE_URL: scheme {other} is not supported, use s3:// or file://"
            ))),
        }
    }

    /// A store in a local folder, made if it is missing. What it writes is on disk before it is visible.
    pub fn folder(folder: PathBuf) -> Result<Self, StorageError> {
        std::fs::create_dir_all(&folder).map_err(|error| {
            StorageError::Setting(format!("object folder {}: {error}", folder.display()))
        })?;
        let store = LocalFileSystem::new_with_prefix(&folder)?
            .with_fsync(true)
            .with_automatic_cleanup(true);
        Ok(Self {
            store: Arc::new(store),
            folder: Some(folder),
        })
    }

    fn s3(
        url: &Url,
        builder: AmazonS3Builder,
        patience: StorePatience,
    ) -> Result<Self, StorageError> {
        let bucket = url
            .host_str()
            .ok_or_else(|| StorageError::Setting(format!("{url} names no bucket")))?;
        // The default ends any body after 30 s, whatever its size.
        let client = ClientOptions::new()
            .with_timeout_disabled()
            .with_connect_timeout(patience.connect)
            .with_read_timeout(patience.silence)
            .with_allow_http(true);
        let retry = RetryConfig {
            retry_timeout: patience.again,
            ..RetryConfig::default()
        };
        if crate::s3::is_anonymous(&builder) {
            tracing::warn!(
                bucket,
                "no S3 credentials are set, requests are not signed: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, \
                 or AWS_METADATA_ENDPOINT to ask the cloud's metadata service"
            );
        }
        let store = builder
            .with_bucket_name(bucket)
            .with_client_options(client)
            .with_retry(retry)
            .build()?;
        let prefix = url.path().trim_matches('/');
        let store: Arc<dyn ObjectStore> = if prefix.is_empty() {
            Arc::new(store)
        } else {
            Arc::new(object_store::prefix::PrefixStore::new(
                store,
                Path::parse(prefix).map_err(|error| StorageError::Setting(error.to_string()))?,
            ))
        };
        Ok(Self {
            store,
            folder: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_holds_its_claim() {
        let order = "01890000-0000-7000-8000-000000000001".parse().unwrap();
        let claim = Claim {
            task: "01890000-0000-7000-8000-000000000002".parse().unwrap(),
            attempt: 3,
        };
        let scene = ObjectKey::Scene {
            order,
            did: 7,
            claim,
        };
        assert_eq!(
            scene.path().as_ref(),
            "orders/01890000-0000-7000-8000-000000000001/scenes/7/01890000-0000-7000-8000-000000000002-3"
        );
        let zip = ObjectKey::Package {
            order,
            claim,
            part: PackagePart::Zip(1),
        };
        assert!(zip.path().as_ref().ends_with("000000000002-3/1.zip"));
        let export = "01890000-0000-7000-8000-000000000003".parse().unwrap();
        assert_eq!(
            ObjectKey::Export { export, claim }.path().as_ref(),
            "exports/01890000-0000-7000-8000-000000000003/01890000-0000-7000-8000-000000000002-3"
        );
        let preview = ObjectKey::Preview {
            did: 7,
            claim,
            picture: PictureKind::Preview,
        };
        assert_eq!(
            preview.path().as_ref(),
            "previews/7/01890000-0000-7000-8000-000000000002-3/preview.jpg"
        );
        let segment = ObjectKey::Segment {
            claim,
            digest: [0xab; 32],
        };
        assert_eq!(
            segment.path().as_ref(),
            format!(
                "segments/01890000-0000-7000-8000-000000000002-3/{}",
                "ab".repeat(32)
            )
        );
        let video = "01890000-0000-7000-8000-000000000004".parse().unwrap();
        assert_eq!(
            ObjectKey::GuideVideo(video).path().as_ref(),
            "content/videos/01890000-0000-7000-8000-000000000004"
        );
    }

    /// What accepts connections and says nothing.
    #[tokio::test]
    async fn a_store_that_is_silent_is_given_up_in_time() {
        use object_store::ObjectStoreExt as _;
        let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let endpoint = format!("http://{}", silent.local_addr().unwrap());
        let builder = AmazonS3Builder::new()
            .with_endpoint(endpoint)
            .with_access_key_id("key")
            .with_secret_access_key("secret");
        let quick = StorePatience {
            silence: Duration::from_millis(300),
            again: Duration::from_millis(200),
            ..StorePatience::SOMEBODY_WAITS
        };
        let objects = Objects::s3(&Url::parse("s3://bucket").unwrap(), builder, quick).unwrap();
        let path = Path::from("attachments/x");
        let put = objects.store.put(&path, "bytes".into());
        let put = tokio::time::timeout(Duration::from_secs(5), put).await;
        let put: StorageError = put.expect("waits for ever").unwrap_err().into();
        assert!(put.is_unavailable(), "{put}");
        // What a person waits for: one try that is silent, and none that begins after it.
        let StorePatience { silence, again, .. } = StorePatience::SOMEBODY_WAITS;
        assert!(silence < Duration::from_secs(10) && again < silence);
    }

    #[test]
    fn a_scheme_nobody_serves_is_refused() {
        let url = Url::parse("ftp://x/y").unwrap();
        assert!(matches!(
            Objects::open(&url, StorePatience::WORK),
            Err(StorageError::Setting(_))
        ));
    }
}
