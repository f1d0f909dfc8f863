//! Streams of bytes between archives and the object store: read, hashed and written at the same time, in bounded memory.

mod blocks;
mod hash;
mod sink;
mod watch;

pub use blocks::{ByteStream, file_blocks, open_object, open_own_object};
pub use hash::Sha256Stage;
pub use sink::ObjectSink;
pub use watch::ProgressWatch;
