//! Packages: the zip files an order is delivered in.

mod contents;
mod names;
mod plan;
mod shapes;
mod types;
mod write;
pub mod zip_writer;

pub(crate) use contents::{Member, SCENES, members};
pub(crate) use names::cut;
pub use names::safe_names;
pub use plan::{Limits, plan};
pub(crate) use shapes::{PRJ, shape};
pub use types::{PackageOrder, PackagePart, PackageScene};
pub use write::{Written, write_package};
