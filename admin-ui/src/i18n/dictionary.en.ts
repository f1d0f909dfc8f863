import { plural } from '@scenedock/ui-kit';
import { enCatalogue } from './catalogue.en';
import type { zhDictionary } from './dictionary.zh';

export const enDictionary: typeof zhDictionary = {
  dictionary: {
    title: 'Dictionary',
    kinds: {
      usage: 'Purposes',
      processing_level: 'Processing levels',
      reject_phrase: 'Phrases for rejections',
    },
    hints: {
      usage:
        'What the order form offers as purpose. Changes hold at once; orders keep the purpose they have.',
      processing_level:
        'What reprocessing orders choose from. Changes hold at once; orders keep the level they have.',
      reject_phrase:
        'What the audit desk offers as reasons; the keys 1 to 9 choose from the first nine.',
    },
    empty: 'Nothing in this list yet',
    emptyHint: 'Add the first entry',
    count: (all, offered) => `${plural(all, 'entry', 'entries')}, ${offered} on`,
    after: (text) => `. ${text}`,
    place: 'Place',
    name: 'Chinese name',
    nameEn: 'English name',
    enHint: 'Left out: English pages show the Chinese name',
    orders: 'Orders',
    on: 'On',
    offer: (name) => `Offer ${name}`,
    add: 'Add',
    addTo: (list) => `Add to: ${list}`,
    edit: (name) => `Edit ${name}`,
    remove: (name) => `Delete ${name}`,
    removeConfirm: (name) => `Delete "${name}"?`,
    up: (name) => `Move ${name} up (Alt + ↑)`,
    down: (name) => `Move ${name} down (Alt + ↓)`,
    first: 'It is the first already',
    last: 'It is the last already',
    movedTo: (name, place) => `"${name}" is number ${place} now`,
    fixed: (orders) =>
      `${plural(orders, 'order has', 'orders have')} it, so its name cannot be changed`,
    onlyOne: 'At least one entry must be on',
    full: (most) => `At most ${most} entries`,
    nameNeeded: 'Enter a Chinese name',
    saved: 'Saved',
    removed: 'Deleted',
    failed: 'That did not work.',
    export: 'Export to Excel',
    off: 'Off',
    import: {
      ...enCatalogue.fields.import,
      title: 'Import a list',
      hint: 'What is exported is the template: an entry in each row, in the order of the menu. After the import the list is what the table holds; entries that it leaves out are deleted, except that words which orders have can be neither deleted nor renamed. Nothing is imported if a single row is wrong.',
      clean: (list, rows) =>
        `Nothing wrong. "${list}" will be the ${plural(rows, 'entry', 'entries')} of the table.`,
      reportFile: 'import-report.xlsx',
    },
  },
};
