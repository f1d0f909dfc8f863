import {
  type FieldValue,
  formatCloud,
  formatField,
  formatSceneSize,
  formatSecond,
  instrumentValue,
  type Locale,
  type Messages,
  type SceneDetail,
  satelliteName,
  sensorName,
} from '@scenedock/ui-kit';

/** A label and its value; `copy` where people carry the value elsewhere. */
export type FieldRow = { key: string; label: string; value: string; copy: boolean };

const COPIED = ['dataid', 'dataname', 'sceneNumber', 'fileName'];

function ofField(field: FieldValue, locale: Locale): FieldRow {
  return {
    key: field.key,
    label: (locale === 'en' ? field.labelEn : field.label) || field.label || field.key,
    value: instrumentValue(field.key, formatField(field)),
    copy: COPIED.includes(field.key) && field.value !== null && field.value !== '',
  };
}

/** What every scene says of itself, where the list of its node shows nothing. */
function builtIn(scene: SceneDetail, m: Messages): FieldRow[] {
  const facts: [string, string, string][] = [
    ['dataname', m.scene.dataname, scene.dataname],
    ['dataid', m.scene.dataid, scene.dataid],
    ['datatype', m.scene.datatype, m.dataType[scene.datatype] ?? '-'],
    ['satelite', m.scene.satelite, satelliteName(scene.satelite) || '-'],
    ['sensor', m.scene.sensor, sensorName(scene.sensor) || '-'],
    ['scenedate', m.scene.scenedate, formatSecond(scene.scenedate)],
    ['receivetime', m.scene.receivetime, formatSecond(scene.receivetime)],
    ['cloud', m.scene.cloud, formatCloud(scene.cloud)],
    ['datasize', m.scene.datasize, formatSceneSize(scene.datasize, m.scene.sizeUnknown)],
  ];
  return facts.map(([key, label, value]) => ({ key, label, value, copy: COPIED.includes(key) }));
}

/** The metadata of a scene by the list of its node, ready to show; the id is always among it. */
export function fieldRows(scene: SceneDetail, locale: Locale, m: Messages): FieldRow[] {
  if (scene.fields.length === 0) return builtIn(scene, m);
  const rows = scene.fields.map((field) => ofField(field, locale));
  if (rows.some((row) => row.key === 'dataid')) return rows;
  return [...rows, { key: 'dataid', label: m.scene.dataid, value: scene.dataid, copy: true }];
}
