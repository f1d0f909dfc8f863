import type { AdminMessages } from '../i18n/zh';

/** What an entry holds. */
export type EntryKind =
  | { kind: 'text'; needed?: boolean }
  | { kind: 'address' }
  | { kind: 'number'; most: number }
  | { kind: 'degrees'; most: number }
  | { kind: 'layer' }
  | { kind: 'layers' }
  | { kind: 'tools' }
  | { kind: 'switch' }
  | { kind: 'choice'; words: readonly string[] };

export type SysKey = keyof AdminMessages['system']['keys'];
export type GroupName = keyof AdminMessages['system']['groups'];

const TEXT: EntryKind = { kind: 'text' };

/** Every entry of portal specification section 3, further layers and tools, by what belongs together. */
export const GROUPS: readonly { name: GroupName; entries: readonly [SysKey, EntryKind][] }[] = [
  {
    name: 'name',
    entries: [
      ['sysName', { kind: 'text', needed: true }],
      ['sysLog', { kind: 'address' }],
      ['copyrightInfor', TEXT],
      ['recordInfor', TEXT],
      ['contactTele', TEXT],
      ['contactPost', TEXT],
      ['contactAddress', TEXT],
    ],
  },
  {
    name: 'access',
    entries: [
      ['systemName', { kind: 'choice', words: ['DZY', 'FW'] }],
      ['accountValPer', { kind: 'number', most: 3650 }],
      ['onlineUsersNub', { kind: 'number', most: 1_000_000 }],
      ['frequency', { kind: 'number', most: 1_000_000 }],
      ['passwordValPer', { kind: 'number', most: 3650 }],
      ['passwordHistory', { kind: 'number', most: 24 }],
      ['passwordForce', { kind: 'switch' }],
    ],
  },
  {
    name: 'service',
    entries: [['preparationPromise', { kind: 'number', most: 8760 }]],
  },
  {
    name: 'map',
    entries: [
      ['serviceToken', TEXT],
      ['vectorMap', { kind: 'layer' }],
      ['imageMap', { kind: 'layer' }],
      ['threeMap', { kind: 'layer' }],
      ['mapLayers', { kind: 'layers' }],
      ['toolList', { kind: 'tools' }],
    ],
  },
  {
    name: 'extent',
    entries: [
      ['maskURL', { kind: 'address' }],
      ['longTopLeft', { kind: 'degrees', most: 180 }],
      ['latTopLeft', { kind: 'degrees', most: 90 }],
      ['longTopRight', { kind: 'degrees', most: 180 }],
      ['latTopRight', { kind: 'degrees', most: 90 }],
    ],
  },
];

export const ENTRIES: readonly [SysKey, EntryKind][] = GROUPS.flatMap(({ entries }) => entries);
