import type { Field, SceneDetail } from '@scenedock/ui-kit';

type Value = string | number | boolean | null;

/** Names that are tried in turn for built-in keys that are metadata. */
const METADATA: Record<string, readonly string[]> = {
  level: ['processing:level', 'landsat:correction', 'product:level', 'level'],
  productType: ['product:type', 's2:product_type', 'sar:product_type', 'productType'],
  orbit: ['sat:absolute_orbit', 'sat:relative_orbit', 'landsat:wrs_path', 'cbers:path', 'orbit'],
  sceneNumber: ['landsat:scene_id', 's2:mgrs_tile', 'grid:code', 'landsat:wrs_row', 'cbers:row'],
  pitch: ['view:pitch', 'pitch'],
  roll: ['view:off_nadir', 'view:roll', 'roll'],
  incidence: ['view:incidence_angle', 'incidence'],
};

const formattedValue = (value: unknown): Value => {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return value;
  }
  return value === null || value === undefined ? null : JSON.stringify(value);
};

function column(scene: SceneDetail, key: string): Value | undefined {
  const columns: Record<string, Value | undefined> = {
    dataname: scene.dataname,
    dataid: scene.dataid,
    satelite: scene.satelite,
    sensor: scene.sensor,
    fileName: scene.fileName,
    scenedate: scene.scenedate,
    receivetime: scene.receivetime,
    cloud: scene.cloud,
    gsd: scene.gsd,
    datasize: scene.datasize,
  };
  return columns[key];
}

/**
 * The value of a field in a preview. What the server has worked out for the saved list is taken from there; undefined:
 * only the server can tell.
 */
export function previewValue(scene: SceneDetail, { key }: Pick<Field, 'key'>): Value | undefined {
  const fields = (scene as Partial<SceneDetail>).fields ?? [];
  const known = fields.find((field) => field.key === key);
  if (known !== undefined) return known.value;
  const own = column(scene, key);
  if (own !== undefined) return own;
  const names = key.startsWith('properties.')
    ? key.slice('properties.'.length).split('|')
    : METADATA[key];
  if (names === undefined) return undefined;
  const properties = (scene as Partial<SceneDetail>).properties ?? {};
  const name = names.find((one) => properties[one] !== undefined && properties[one] !== null);
  return name === undefined ? null : formattedValue(properties[name]);
}
