//! The tree of an online delivery. Whole order and single scenes lie in folders of their own, so that whoever mirrors
//! one of them fetches no byte twice.
//!
//! ```text
//! package/<order number>.zip   every scene with its manifest, in one zip or several
//! package/SHA256SUMS
//! scenes/<file name>           every scene by itself
//! scenes/SHA256SUMS
//! ```

/// The folder of the zips that hold the whole order.
pub const PACKAGE_FOLDER: &str = "package/";
/// The folder of the single scenes.
pub const SCENE_FOLDER: &str = "scenes/";
/// The list of checksums in each of the two folders, with names relative to the folder, as `sha256sum -c` reads it.
pub const SUMS: &str = "SHA256SUMS";

/// Whether the file at `path` is one of the zips that together hold the whole order. Deliveries of earlier versions have
/// them at their root.
///
/// ```
/// use domain::delivery::is_package;
/// assert!(is_package("package/20261122WP120000000.zip"));
/// assert!(is_package("20261122WP120000000.zip"));
/// assert!(!is_package("scenes/景.zip"));
/// assert!(!is_package("package/SHA256SUMS"));
/// ```
#[must_use]
pub fn is_package(path: &str) -> bool {
    !path.starts_with(SCENE_FOLDER)
        && path
            .rsplit_once('.')
            .is_some_and(|(_, ending)| ending == "zip")
}
