//! Places of other people that scenes are sent to: FTP, FTPS and S3. Files arrive under the name of a part, are read back, and
//! get their own name when they are whole.

mod address;
mod error;
mod ftp;
mod hosts;
mod s3;
mod spec;
mod target;

pub use address::{AddressFault, parse_address};
pub use error::PushError;
pub use hosts::PushConfig;
pub use spec::{FileDigest, TargetSpec};
pub use target::{Target, Upload, check};
