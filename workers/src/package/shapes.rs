//! The footprints as a shapefile, made in memory.

use std::io::Cursor;

use geo::MultiPolygon;
use shapefile::dbase::encoding::Unicode;
use shapefile::dbase::{FieldName, FieldValue, Record, TableWriterBuilder};
use shapefile::{Point, Polygon, PolygonRing, ShapeWriter, Writer};

use super::PackageScene;
use super::names::cut;
use crate::fault::Fault;

/// WGS 84 as ESRI writes it; EPSG:4326.
pub(crate) const PRJ: &str = "GEOGCS[\"GCS_WGS_1984\",DATUM[\"D_WGS_1984\",SPHEROID[\"WGS_1984\",6378137.0,298.257223563]],\
PRIMEM[\"Greenwich\",0.0],UNIT[\"Degree\",0.0174532925199433]]";

/// Name and width in bytes of each column. dBase allows ten characters and 254 bytes.
const TEXT_COLUMNS: [(&str, u8); 6] = [
    ("DATAID", 120),
    ("FILENAME", 200),
    ("SATELLITE", 40),
    ("SENSOR", 40),
    ("ACQUIRED", 20),
    ("SHA256", 64),
];
const SIZE_COLUMN: (&str, u8) = ("SIZE", 18);

/// Extension and content of every file of the shapefile.
pub(super) type ShapeFiles = [(&'static str, Vec<u8>); 5];

/// The scene's footprint, if it has one.
pub(super) fn footprint(scene: &PackageScene) -> Option<MultiPolygon> {
    (!scene.footprint.is_empty()).then(|| scene.footprint.polygons())
}

/// The shapefile of the scenes that have a footprint; each comes with its file name.
pub(super) fn shapefile(scenes: &[(String, PackageScene)]) -> Result<ShapeFiles, Fault> {
    let mut shp = Cursor::new(Vec::new());
    let mut shx = Cursor::new(Vec::new());
    let mut dbf = Cursor::new(Vec::new());
    {
        let shapes = ShapeWriter::with_shx(&mut shp, &mut shx);
        let mut writer = Writer::new(shapes, columns()?.build_with_dest(&mut dbf));
        for (name, scene) in scenes {
            if let Some(polygons) = footprint(scene) {
                writer
                    .write_shape_and_record(&shape(&polygons), &record(name, scene))
                    .map_err(|e| Fault::Bug(format!("shapefile: {e}").into()))?;
            }
        }
    }
    Ok([
        ("shp", shp.into_inner()),
        ("shx", shx.into_inner()),
        ("dbf", dbf.into_inner()),
        ("prj", PRJ.as_bytes().to_vec()),
        ("cpg", b"UTF-8".to_vec()),
    ])
}

/// Most bytes `scene` adds to the five files.
pub(super) fn cost(scene: &PackageScene) -> u64 {
    const INDEX: u64 = 8;
    const RECORD_HEAD: u64 = 8 + 44;
    let text: u64 = TEXT_COLUMNS
        .iter()
        .map(|(_, width)| u64::from(*width))
        .sum();
    let row = 1 + text + u64::from(SIZE_COLUMN.1);
    let Some(polygons) = footprint(scene) else {
        return 0;
    };
    let shape = shape(&polygons);
    let points = shape.total_point_count() as u64;
    INDEX + row + RECORD_HEAD + 4 * shape.rings().len() as u64 + 16 * points
}

fn columns() -> Result<TableWriterBuilder, Fault> {
    let mut table = TableWriterBuilder::with_encoding(Unicode);
    for (name, width) in TEXT_COLUMNS {
        table = table.add_character_field(column(name)?, width);
    }
    Ok(table.add_numeric_field(column(SIZE_COLUMN.0)?, SIZE_COLUMN.1, 0))
}

fn column(name: &str) -> Result<FieldName, Fault> {
    FieldName::try_from(name).map_err(|e| Fault::Bug(format!("{name}: {e}").into()))
}

fn record(name: &str, scene: &PackageScene) -> Record {
    let acquired = scene.acquired.format("%Y-%m-%dT%H:%M:%SZ").to_string();
    let sha256 = hex::encode(scene.sha256);
    let values = [
        scene.dataid.as_str(),
        name,
        &scene.satellite,
        &scene.sensor,
        &acquired,
        &sha256,
    ];
    let mut record = Record::default();
    for ((column, width), value) in TEXT_COLUMNS.into_iter().zip(values) {
        // The writer itself would cut in the middle of a character.
        let value = cut(value, width.into()).to_owned();
        record.insert(column.to_owned(), FieldValue::Character(Some(value)));
    }
    // dBase numbers are text made from a double: exact to 2^53 bytes, nine petabytes.
    #[expect(clippy::cast_precision_loss)]
    let size = FieldValue::Numeric(Some(scene.size as f64));
    record.insert(SIZE_COLUMN.0.to_owned(), size);
    record
}

pub(crate) fn shape(polygons: &MultiPolygon) -> Polygon {
    let rings = polygons.iter().flat_map(|polygon| {
        let outer = PolygonRing::Outer(points(polygon.exterior()));
        let holes = polygon
            .interiors()
            .iter()
            .map(|ring| PolygonRing::Inner(points(ring)));
        std::iter::once(outer).chain(holes)
    });
    Polygon::with_rings(rings.collect())
}

fn points(ring: &geo::LineString) -> Vec<Point> {
    ring.coords().map(|c| Point::new(c.x, c.y)).collect()
}
