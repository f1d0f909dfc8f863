//! The regions as they are now.

use std::sync::{Arc, Mutex, PoisonError};

use storage::db::regions::{self, RegionOverlays};
use storage::{PgConnection, StorageError};

use super::provinces::{ProvinceBook, Provinces};
use super::table::Regions;

/// What ships or stands in a file, and what administrators say of it. Each reading asks the database for the version, so
/// that a change holds in every process at once; it reads the rest only where that differs.
#[derive(Debug)]
pub struct RegionBook {
    base: Regions,
    current: Mutex<Option<(String, Regions)>>,
    provinces: ProvinceBook,
}

impl RegionBook {
    /// A book of the regions that ship, without overlays.
    #[must_use]
    pub fn new(base: Regions) -> Self {
        Self {
            base,
            current: Mutex::default(),
            provinces: ProvinceBook::default(),
        }
    }

    /// The regions that ship.
    #[must_use]
    pub const fn base(&self) -> &Regions {
        &self.base
    }

    /// The regions as they are now.
    pub async fn read(&self, db: &mut PgConnection) -> Result<Regions, StorageError> {
        let version = regions::version(db).await?;
        if let Some((known, regions)) = &*self.lock()
            && *known == version
        {
            return Ok(regions.clone());
        }
        // What is read may be newer than the version: then it is read once more.
        let overlays = regions::overlays(db).await?;
        let current = if overlays.is_empty() {
            self.base.clone()
        } else {
            self.base.with(&overlays)
        };
        *self.lock() = Some((version, current.clone()));
        Ok(current)
    }

    /// Whether the region of this code has this outline where administrators say all this of regions.
    pub(crate) fn has_outline(
        &self,
        overlays: &RegionOverlays,
        (code, outline): (&str, &str),
    ) -> bool {
        let regions = self.base.with(overlays);
        regions
            .find(code)
            .is_some_and(|region| region.wkt == outline)
    }

    /// The provinces among them.
    pub(crate) async fn provinces(
        &self,
        db: &mut PgConnection,
    ) -> Result<Arc<Provinces>, StorageError> {
        let regions = self.read(db).await?;
        self.provinces.read(&regions).await
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<(String, Regions)>> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
