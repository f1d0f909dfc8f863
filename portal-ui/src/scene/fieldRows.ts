import {
  applicable,
  type FieldValue,
  fieldText,
  formatCloud,
  formatSceneSize,
  formatSecond,
  type InstrumentNames,
  type Locale,
  type Messages,
  type SceneDetail,
} from '@scenedock/ui-kit';

/** A label and its value; `copy` where people carry the value elsewhere. */
export type FieldRow = { key: string; label: string; value: string; copy: boolean };

const COPIED = ['dataid', 'dataname', 'sceneNumber', 'fileName'];

type Satellite = SceneDetail['satelite'];

function ofField(
  field: FieldValue,
  locale: Locale,
  m: Messages,
  instruments: InstrumentNames,
  satellite: Satellite,
): FieldRow {
  const text = fieldText(field, m);
  return {
    key: field.key,
    label: (locale === 'en' ? field.labelEn : field.label) || field.label || field.key,
    value: instruments.value(field.key, text, satellite),
    copy: COPIED.includes(field.key) && field.value !== null && field.value !== '',
  };
}

/** What every scene says of itself, where the list of its node shows nothing. */
function builtIn(scene: SceneDetail, m: Messages, instruments: InstrumentNames): FieldRow[] {
  const facts: [string, string, string][] = [
    ['dataname', m.scene.dataname, scene.dataname],
    ['dataid', m.scene.dataid, scene.dataid],
    ['datatype', m.scene.datatype, m.dataType[scene.datatype] ?? '-'],
    ['satelite', m.scene.satelite, instruments.satellite(scene.satelite) || '-'],
    ['sensor', m.scene.sensor, instruments.sensor(scene.sensor, scene.satelite) || '-'],
    ['scenedate', m.scene.scenedate, formatSecond(scene.scenedate)],
    ['receivetime', m.scene.receivetime, formatSecond(scene.receivetime)],
    ['cloud', m.scene.cloud, formatCloud(scene.cloud)],
    ['datasize', m.scene.datasize, formatSceneSize(scene.datasize, m.scene.sizeUnknown)],
  ];
  return facts.map(([key, label, value]) => ({ key, label, value, copy: COPIED.includes(key) }));
}

/** The metadata of a scene by the list of its node, ready to show; the id is always among it. */
export function fieldRows(
  scene: SceneDetail,
  locale: Locale,
  m: Messages,
  instruments: InstrumentNames,
): FieldRow[] {
  if (scene.fields.length === 0) return builtIn(scene, m, instruments);
  const rows = applicable(scene.fields).map((field) =>
    ofField(field, locale, m, instruments, scene.satelite),
  );
  if (rows.some((row) => row.key === 'dataid')) return rows;
  return [...rows, { key: 'dataid', label: m.scene.dataid, value: scene.dataid, copy: true }];
}
