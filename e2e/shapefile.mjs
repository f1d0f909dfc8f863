// Zipped shapefiles, byte by byte: what people upload to search by their own area.
import { crc32 } from 'node:zlib';

/** @typedef {readonly (readonly [number, number])[]} Ring closed, clockwise, longitude before latitude */

const POLYGON = 5;
const WGS84 =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],' +
  'PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';

/** @param {readonly Ring[]} rings */
function bounds(rings) {
  const xs = rings.flat().map(([x]) => x);
  const ys = rings.flat().map(([, y]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** @param {readonly number[]} values */
function doubles(values) {
  const bytes = Buffer.alloc(values.length * 8);
  for (const [at, value] of values.entries()) bytes.writeDoubleLE(value, at * 8);
  return bytes;
}

/** @param {readonly number[]} values */
function longs(values) {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeInt32LE(value, at * 4);
  return bytes;
}

/** @param {readonly number[]} values */
const bigLongs = (values) => longs(values).swap32();

/**
 * The header that `.shp` and `.shx` have in common.
 *
 * @param {number} length of the file in bytes
 * @param {readonly Ring[]} rings
 */
function header(length, rings) {
  const size = bigLongs([9994, 0, 0, 0, 0, 0, length / 2]);
  return Buffer.concat([size, longs([1000, POLYGON]), doubles([...bounds(rings), 0, 0, 0, 0])]);
}

/** @param {Ring} ring */
function content(ring) {
  const head = Buffer.concat([longs([POLYGON]), doubles(bounds([ring]))]);
  return Buffer.concat([head, longs([1, ring.length, 0]), doubles(ring.flat())]);
}

/**
 * A table of as many records, numbered in one column.
 *
 * @param {number} records
 */
function table(records) {
  const head = Buffer.alloc(65);
  head.set([3, 126, 1, 1]);
  head.writeUInt32LE(records, 4);
  head.writeUInt16LE(65, 8);
  head.writeUInt16LE(5, 10);
  head.write('ID', 32, 'latin1');
  head.write('N', 43, 'latin1');
  head[48] = 4;
  head[64] = 0x0d;
  const rows = Array.from({ length: records }, (_, at) => ` ${String(at + 1).padStart(4)}`);
  return Buffer.concat([head, Buffer.from(`${rows.join('')}\x1a`, 'latin1')]);
}

/**
 * An archive of files, none of them compressed.
 *
 * @param {Record<string, Buffer>} files
 */
export function zip(files) {
  /** @type {Buffer[]} */
  const bodies = [];
  /** @type {Buffer[]} */
  const entries = [];
  let at = 0;
  for (const [name, bytes] of Object.entries(files)) {
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(0x21, 8);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(bytes.length, 14);
    fields.writeUInt32LE(bytes.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), bytes]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    const version = Buffer.from([20, 0]);
    entries.push(
      Buffer.concat([Buffer.from('PK\x01\x02'), version, fields, rest, Buffer.from(name)]),
    );
    bodies.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...bodies, directory, Buffer.from('PK\x05\x06'), end]);
}

/**
 * A zipped shapefile with one polygon for each ring.
 *
 * @param {readonly Ring[]} rings
 */
export function shapefile(rings) {
  const contents = rings.map(content);
  let at = 100;
  const places = contents.map((bytes) => {
    const place = at;
    at += bytes.length + 8;
    return place;
  });
  const records = contents.map((bytes, number) =>
    Buffer.concat([bigLongs([number + 1, bytes.length / 2]), bytes]),
  );
  const index = contents.map((bytes, number) =>
    bigLongs([(places[number] ?? 0) / 2, bytes.length / 2]),
  );
  return zip({
    'area.shp': Buffer.concat([header(at, rings), ...records]),
    'area.shx': Buffer.concat([header(100 + 8 * rings.length, rings), ...index]),
    'area.dbf': table(rings.length),
    'area.prj': Buffer.from(WGS84),
  });
}
