import { plural } from '@scenedock/ui-kit';
import { enCatalogue } from './catalogue.en';
import type { zhDictionary } from './dictionary.zh';

export const enDictionary: typeof zhDictionary = {
  dictionary: {
    title: 'Dictionary',
    kinds: {
      usage: 'Purposes',
      processing_level: 'Processing levels',
      reject_phrase: 'Rejection phrases',
    },
    hints: {
      usage:
        'The purposes offered in the order form. Changes apply at once; existing orders keep their purpose.',
      processing_level:
        'The levels offered for reprocessing orders. Changes apply at once; existing orders keep their level.',
      reject_phrase:
        'The reasons offered at the review desk; the keys 1 to 9 choose the first nine.',
    },
    empty: 'Nothing in this list yet',
    emptyHint: 'Add the first entry.',
    count: (all, offered) => `${plural(all, 'entry', 'entries')}, ${offered} on`,
    after: (text) => `. ${text}`,
    position: 'Position',
    name: 'Chinese name',
    nameEn: 'English name',
    enHint: 'If empty, English pages show the Chinese name.',
    orders: 'Orders',
    on: 'On',
    offer: (name) => `Offer ${name}`,
    add: 'Add',
    addTo: (list) => `Add to: ${list}`,
    edit: (name) => `Edit ${name}`,
    remove: (name) => `Delete ${name}`,
    removeConfirm: (name) => `Delete “${name}”?`,
    up: (name) => `Move ${name} up (Alt + ↑)`,
    down: (name) => `Move ${name} down (Alt + ↓)`,
    first: 'Already first',
    last: 'Already last',
    movedTo: (name, position) => `“${name}” is now number ${position}`,
    fixed: (orders) =>
      `${plural(orders, 'order uses', 'orders use')} it, so its name cannot be changed`,
    onlyOne: 'At least one entry must be on',
    full: (most) => `At most ${most} entries`,
    nameNeeded: 'Enter a Chinese name.',
    saved: 'Saved',
    removed: 'Deleted',
    failed: 'Could not change the list. Try again.',
    export: 'Export Excel',
    off: 'Off',
    import: {
      ...enCatalogue.fields.import,
      title: 'Import a list',
      hint: 'Use the exported table as the template: one entry per row, in menu order. The import replaces the whole list; entries missing from the table are deleted. Entries that orders use cannot be deleted or renamed. If any row has an error, nothing is imported.',
      clean: (list, rows) =>
        `No errors. “${list}” will consist of the ${plural(rows, 'entry', 'entries')} in the table.`,
      reportFile: 'import-report.xlsx',
    },
  },
};
