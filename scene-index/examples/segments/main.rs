//! Writes segments of synthetic scenes and searches them, for `bench/segments.py`.
//!
//! `segments build FOLDER SCENES [DUMP]` writes them, and with `DUMP` what a rival reads of them; `segments ask FOLDER` answers
//! the queries of the standard input, one a line. Figures are lines of a name, a tab and a number.

use std::collections::HashMap;
use std::error::Error;
use std::fs::{self, File};
use std::io::{self, BufRead as _, BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use geometry::SearchArea;
use geometry::antimeridian::cut_search;
use scene_index::publish::publish;
use scene_index::{
    CloudLimit, Memo, PageWindow, Query, SceneRecord, Scope, Segment, SegmentBuilder, Snapshot,
};

mod synthetic;

use synthetic::Catalogue;

type Failure = Box<dyn Error>;

/// How often each query is asked; the median counts.
const ROUNDS: usize = 3;
const MEMO_BYTES: usize = 64 << 20;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["build", folder, scenes] => build(Path::new(folder), scenes.parse()?, None),
        ["build", folder, scenes, dump] => {
            build(Path::new(folder), scenes.parse()?, Some(Path::new(dump)))
        }
        ["ask", folder] => ask(Path::new(folder), 0),
        ["ask", folder, changes] => ask(Path::new(folder), changes.parse()?),
        _ => Err("segments build FOLDER SCENES [DUMP] | segments ask FOLDER [CHANGES]".into()),
    }
}

/// A segment for each quarter of ten years.
fn build(folder: &Path, scenes: u64, dump: Option<&Path>) -> Result<(), Failure> {
    fs::create_dir_all(folder)?;
    let catalogue = Catalogue::new(scenes);
    let mut dump = dump.map(Dump::create).transpose()?;
    let (mut building, mut writing, mut bytes) = (0.0, 0.0, 0);
    for quarter in 0..synthetic::QUARTERS {
        let mut builder = SegmentBuilder::new();
        for source in synthetic::sources() {
            builder.source(&source)?;
        }
        for scene in catalogue.scenes(quarter) {
            if let Some(dump) = &mut dump {
                dump.write(&scene)?;
            }
            builder.add(scene)?;
        }
        let begun = Instant::now();
        let segment = builder.build()?;
        building += begun.elapsed().as_secs_f64();
        let begun = Instant::now();
        publish(folder, segment.bytes())?;
        writing += begun.elapsed().as_secs_f64();
        bytes += segment.bytes().len();
    }
    println!("build_seconds\t{building}\nwrite_seconds\t{writing}\nbytes\t{bytes}");
    Ok(())
}

/// Columns of numbers, each a file.
struct Dump {
    corners: BufWriter<File>,
    counts: BufWriter<File>,
    times: BufWriter<File>,
    satellites: BufWriter<File>,
    clouds: BufWriter<File>,
    numbers: BufWriter<File>,
}

impl Dump {
    fn create(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let column = |name: &str| File::create(folder.join(name)).map(BufWriter::new);
        Ok(Self {
            corners: column("corners.f64")?,
            counts: column("counts.u32")?,
            times: column("times.i64")?,
            satellites: column("satellites.u16")?,
            clouds: column("clouds.f32")?,
            numbers: column("numbers.u64")?,
        })
    }

    /// In the units of footprints, of which floats hold every number: what touches in decimal degrees need not touch in
    /// binary ones.
    fn write(&mut self, scene: &SceneRecord) -> io::Result<()> {
        let mut corners: u32 = 0;
        for corner in scene.footprint.view().rings().flat_map(|ring| ring.corners) {
            for number in corner {
                self.corners.write_all(&f64::from(*number).to_le_bytes())?;
            }
            corners += 1;
        }
        self.counts.write_all(&corners.to_le_bytes())?;
        let time = scene.time.unwrap_or(i64::MIN);
        self.times.write_all(&time.to_le_bytes())?;
        self.satellites.write_all(&scene.source.to_le_bytes())?;
        let cloud = scene.cloud.unwrap_or(f32::NAN);
        self.clouds.write_all(&cloud.to_le_bytes())?;
        self.numbers.write_all(&scene.number.to_le_bytes())
    }
}

fn segment_paths(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries: io::Result<Vec<_>> = fs::read_dir(folder)?.collect();
    let mut paths: Vec<PathBuf> = entries?.iter().map(fs::DirEntry::path).collect();
    paths.sort();
    Ok(paths)
}

fn ask(folder: &Path, changes: usize) -> Result<(), Failure> {
    let paths = segment_paths(folder)?;
    let begun = Instant::now();
    let arrived: Result<Vec<_>, _> = paths.iter().map(|path| Segment::open(path)).collect();
    drop(arrived?);
    println!("check_seconds\t{}", begun.elapsed().as_secs_f64());
    let begun = Instant::now();
    let again = paths
        .iter()
        .map(|path| Segment::open_again(path).map(Arc::new));
    let segments: Result<Vec<_>, _> = again.collect();
    let mut snapshot = Snapshot::new(segments?);
    println!("open_seconds\t{}", begun.elapsed().as_secs_f64());
    if changes > 0 {
        snapshot = rewritten(&snapshot, changes)?;
    }
    let memo = Memo::new(MEMO_BYTES, Memo::LEAST_ROWS);
    let mut areas = HashMap::new();
    for line in io::stdin().lock().lines() {
        answer(&snapshot, &memo, &mut areas, &line?)?;
    }
    println!("memo_bytes\t{}", memo.bytes());
    Ok(())
}

/// The same scenes, some of them written anew: every answer stays what it was.
fn rewritten(snapshot: &Snapshot, changes: usize) -> Result<Snapshot, Failure> {
    let every = (snapshot.len() / changes).max(1) as u64;
    let begun = Instant::now();
    let mut renewed = snapshot.clone();
    let numbers: Vec<u64> = (0..snapshot.len() as u64 / every)
        .map(|at| at * every)
        .collect();
    for batch in numbers.chunks(1000) {
        let mut builder = SegmentBuilder::new();
        for number in batch {
            let Some(position) = snapshot.position_of(*number) else {
                continue;
            };
            let (scene, source) = snapshot.scene(position);
            let source = builder.source(source)?;
            builder.add(SceneRecord { source, ..scene })?;
        }
        renewed = renewed.with_changes(builder, &[])?;
    }
    println!("change_seconds\t{}", begun.elapsed().as_secs_f64());
    Ok(renewed)
}

/// A query: name, whether the memo is used, WKT, from, to, satellites with commas, cloud cover. Its answer: the name, total,
/// microseconds of preparing the area, of the first time, and of the median, and the numbers on the page.
fn answer(
    snapshot: &Snapshot,
    memo: &Memo,
    areas: &mut HashMap<String, Arc<SearchArea>>,
    line: &str,
) -> Result<(), Failure> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [name, with_memo, wkt, from, to, satellites, cloud] = fields.as_slice() else {
        return Err(format!("no query: {line}").into());
    };
    let mut query = Query::new(Scope::everything());
    let begun = Instant::now();
    if !wkt.is_empty() {
        query.area = Some(prepared(areas, wkt)?);
    }
    let preparing = begun.elapsed();
    query.from = from.parse().ok();
    query.to = to.parse().ok();
    let named = satellites.split(',').filter(|name| !name.is_empty());
    query.satellites = named.map(str::to_owned).collect();
    query.cloud = CloudLimit {
        most: cloud.parse().ok(),
        ..CloudLimit::default()
    };
    let window = PageWindow {
        limit: 10,
        ..PageWindow::default()
    };
    let memo = (*with_memo == "1").then_some(memo);
    let mut times = Vec::new();
    let mut found = None;
    for _ in 0..ROUNDS {
        let begun = Instant::now();
        found = Some(snapshot.search(&query, window, memo)?);
        times.push(begun.elapsed().as_secs_f64() * 1e6);
    }
    let first = times[0];
    times.sort_unstable_by(f64::total_cmp);
    let found = found.ok_or("never asked")?;
    let page: Vec<String> = found
        .page
        .iter()
        .map(|hit| hit.number.to_string())
        .collect();
    let months: u64 = found.facets.months.values().sum();
    println!(
        "{name}\t{}\t{}\t{first}\t{}\t{}\t{months}",
        found.total,
        preparing.as_secs_f64() * 1e6,
        times[ROUNDS / 2],
        page.join(",")
    );
    Ok(())
}

fn prepared(
    areas: &mut HashMap<String, Arc<SearchArea>>,
    wkt: &str,
) -> Result<Arc<SearchArea>, Failure> {
    if let Some(known) = areas.get(wkt) {
        return Ok(Arc::clone(known));
    }
    let geometry = geometry::wkt::read(wkt).map_err(|_| "not WKT")?;
    let area = Arc::new(SearchArea::new(cut_search(geometry)));
    areas.insert(wkt.to_owned(), Arc::clone(&area));
    Ok(area)
}
