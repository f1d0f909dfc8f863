//! The shaded relief of Natural Earth: the world small, China and its neighbours as fine as it is.

use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

use anyhow::ensure;
use image::codecs::jpeg::JpegEncoder;
use image::imageops::FilterType;
use image::{DynamicImage, ImageReader};

/// Pixels for each degree: 2 arc-minutes a pixel.
const PER_DEGREE: u32 = 30;

/// West, south, east, north. `CHINA_RELIEF` in portal-ui/src/map/packagedLayers.ts says the same.
const EXTENT: [i32; 4] = [60, 0, 150, 60];

const QUALITY: u8 = 82;

/// Width of the small picture of the world, pixels.
const WORLD_WIDTH: u32 = 2160;

/// Width of what stands in for the map until its tiles are there, pixels: about 20 kB.
const FIRST_WIDTH: u32 = 480;

/// Writes the three pictures into the folder `to`.
pub fn write(from: &Path, to: &Path) -> anyhow::Result<()> {
    let mut reader = ImageReader::open(from)?;
    reader.no_limits();
    let world = reader.decode()?;
    ensure!(
        world.width() == 360 * PER_DEGREE && world.height() == 180 * PER_DEGREE,
        "the world has {} by {} pixels",
        world.width(),
        world.height()
    );
    let [west, south, east, north] = EXTENT;
    let pixels = |degrees: i32| degrees.unsigned_abs() * PER_DEGREE;
    let part = world.crop_imm(
        pixels(west + 180),
        pixels(90 - north),
        pixels(east - west),
        pixels(north - south),
    );
    save(&part, &to.join("relief-china.jpg"))?;
    let small = world.resize(WORLD_WIDTH, WORLD_WIDTH / 2, FilterType::Triangle);
    save(&small, &to.join("relief-world.jpg"))?;
    let first = small.resize(FIRST_WIDTH, FIRST_WIDTH / 2, FilterType::Triangle);
    save(&first, &to.join("relief-first.jpg"))
}

fn save(picture: &DynamicImage, to: &Path) -> anyhow::Result<()> {
    let mut file = BufWriter::new(File::create(to)?);
    let encoder = JpegEncoder::new_with_quality(&mut file, QUALITY);
    Ok(picture.to_rgb8().write_with_encoder(encoder)?)
}
