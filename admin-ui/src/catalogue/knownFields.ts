import type { Field, FieldKind } from '@scenedock/ui-kit';

type Known = readonly [key: string, label: string, labelEn: string, kind: FieldKind, unit?: string];

const CORNERS: readonly (readonly [string, string, string])[] = [
  ['leftTop', '左上角', 'Upper left'],
  ['rightTop', '右上角', 'Upper right'],
  ['rightBottom', '右下角', 'Lower right'],
  ['leftBottom', '左下角', 'Lower left'],
  ['center', '中心', 'Centre'],
];

const KNOWN: readonly Known[] = [
  ['dataname', '数据名称', 'Name', 'text'],
  ['dataid', '数据编号', 'ID', 'text'],
  ['satelite', '卫星', 'Satellite', 'choice'],
  ['sensor', '传感器', 'Sensor', 'choice'],
  ['fileName', '文件名', 'File name', 'text'],
  ['scenedate', '采集时间', 'Acquired', 'time'],
  ['receivetime', '接收时间', 'Received', 'time'],
  ['cloud', '云量', 'Cloud', 'percent'],
  ['gsd', '分辨率', 'Resolution', 'number', 'm'],
  ['datasize', '数据大小', 'Size', 'size'],
  ['level', '产品级别', 'Product level', 'choice'],
  ['productType', '产品类型', 'Product type', 'choice'],
  ['orbit', '轨道号', 'Orbit', 'text'],
  ['sceneNumber', '景号', 'Scene number', 'text'],
  ['pitch', '俯仰角', 'Pitch', 'angle'],
  ['roll', '侧摆角', 'Roll', 'angle'],
  ['incidence', '入射角', 'Incidence', 'angle'],
  ...CORNERS.flatMap(([key, zh, en]): Known[] => [
    [`${key}Longitude`, `${zh}经度`, `${en} longitude`, 'coordinate'],
    [`${key}Latitude`, `${zh}纬度`, `${en} latitude`, 'coordinate'],
  ]),
];

/** The built-in keys as the server knows them, with usual labels. */
export const KNOWN_FIELDS: readonly Field[] = KNOWN.map(([key, label, labelEn, kind, unit]) => ({
  key,
  label,
  labelEn,
  kind,
  ...(unit === undefined ? {} : { unit }),
}));

export const FIELD_KINDS: readonly FieldKind[] = [
  'text',
  'number',
  'time',
  'size',
  'percent',
  'choice',
  'angle',
  'coordinate',
];

const PROPERTIES = /^properties\.[^\s|]+(\|[^\s|]+)*$/;

/** Whether it is worked out from the footprint, and so is not in the database. */
export const isDerived = (key: string) => /(Longitude|Latitude)$/.test(key) && !key.includes('.');

/** A new field of this key; null where nothing has such a key. */
export function fieldOf(key: string): Field | null {
  const known = KNOWN_FIELDS.find((field) => field.key === key);
  if (known !== undefined) return { ...known };
  if (!PROPERTIES.test(key)) return null;
  const name = key.slice('properties.'.length).split('|')[0] ?? '';
  return { key, label: name, labelEn: name, kind: 'text' };
}
