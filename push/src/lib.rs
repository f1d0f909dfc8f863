//! Places of other people that scenes are sent to: FTP, FTPS, SFTP and S3. Files arrive under the name of a part, are read back, and
//! get their own name when they are whole. And places that scenes are received from ([`Source`]), behind the same list of hosts.

mod address;
mod error;
mod ftp;
mod hosts;
mod keys;
mod listing;
mod patience;
mod s3;
mod sftp;
mod source;
mod spec;
mod target;

pub use address::{AddressFault, parse_address};
pub use error::{PushError, stranger_key};
pub use hosts::{PushConfig, read_authorities};
pub use keys::{HostDemand, HostKey, SEED_BYTES, SshKey};
pub use listing::{NameFilter, SourceError, SourceFile};
pub use s3::upload::BegunUpload;
pub use source::{Source, SourceRead};
pub use spec::{FileDigest, TargetSpec};
pub use target::{Target, Upload, check};
