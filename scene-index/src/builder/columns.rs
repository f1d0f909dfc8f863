//! Columns of rows.

use super::build_error::BuildError;
use crate::format::{NAMED_TOGETHER, NO_TIME, number_bytes};
use crate::names;
use crate::scene::{SceneRecord, SourceId};

/// Where a scene comes among the rows: by sort, month and place.
pub type RowKey = (u64, u64, u32);

/// A column each; see [`crate::format`].
#[derive(Debug, Default)]
pub struct Columns {
    pub times: Vec<i64>,
    pub sources: Vec<SourceId>,
    pub clouds: Vec<f32>,
    pub sizes: Vec<[u8; 6]>,
    pub numbers: Vec<[u8; 5]>,
    pub longitudes: Vec<i32>,
    pub latitudes: Vec<i32>,
    pub other_corners: Vec<[i32; 6]>,
    pub shape_begins: Vec<u64>,
    pub shape_words: Vec<i32>,
    pub by_number: Vec<u32>,
    pub name_begins: Vec<u64>,
    pub names: Vec<u8>,
}

impl Columns {
    pub fn new(scenes: &[SceneRecord], keys: &[RowKey]) -> Result<Self, BuildError> {
        let mut columns = Self {
            by_number: by_number(keys)?,
            ..Self::default()
        };
        columns.reserve(keys.len());
        for (row, key) in keys.iter().enumerate() {
            if row.is_multiple_of(NAMED_TOGETHER) {
                columns.name_begins.push(columns.names.len() as u64);
            }
            columns.add(&scenes[key.2 as usize]);
        }
        columns.name_begins.push(columns.names.len() as u64);
        columns.shape_begins.push(columns.shape_words.len() as u64);
        Ok(columns)
    }

    fn reserve(&mut self, rows: usize) {
        self.times.reserve(rows);
        self.sources.reserve(rows);
        self.clouds.reserve(rows);
        self.sizes.reserve(rows);
        self.numbers.reserve(rows);
        self.longitudes.reserve(rows);
        self.latitudes.reserve(rows);
        self.other_corners.reserve(rows);
    }

    fn add(&mut self, scene: &SceneRecord) {
        self.times.push(scene.time.unwrap_or(NO_TIME));
        self.sources.push(scene.source);
        self.clouds.push(scene.cloud.unwrap_or(f32::NAN));
        self.sizes.push(number_bytes(scene.size));
        self.numbers.push(number_bytes(scene.number));
        self.names.extend_from_slice(scene.names.as_bytes());
        self.names.push(names::END);
        let footprint = scene.footprint.view();
        let [x, y] = crate::node::first_corner(footprint).unwrap_or_default();
        self.longitudes.push(x);
        self.latitudes.push(y);
        match footprint.words() {
            [] => {}
            [4, _, _, others @ ..] => {
                let mut corners = [0; 6];
                corners.copy_from_slice(others);
                self.other_corners.push(corners);
            }
            words => {
                self.shape_begins.push(self.shape_words.len() as u64);
                self.shape_words.extend_from_slice(words);
            }
        }
    }
}

/// Rows, the least number first.
fn by_number(keys: &[RowKey]) -> Result<Vec<u32>, BuildError> {
    let mut numbered: Vec<(u64, u32)> = keys.iter().map(|key| key.1).zip(0..).collect();
    numbered.sort_unstable();
    if let Some(pair) = numbered.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        return Err(BuildError::Twice(pair[0].0));
    }
    Ok(numbered.into_iter().map(|(_, row)| row).collect())
}
