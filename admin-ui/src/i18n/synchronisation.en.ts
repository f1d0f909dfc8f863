import type { zhSynchronisation } from './synchronisation.zh';

export const enSynchronisation: typeof zhSynchronisation = {
  synchronisation: {
    title: 'Synchronisation',
    intro:
      'The catalogue of another scenedock is copied on a schedule, with its data files if you want. Checksums are verified, and every item has a result.',
    add: 'Add sync task',
    empty: 'No sync tasks yet',
    emptyHint:
      'Ask the operators of the other system for a token; they issue it under “Client systems”. Then add a task, and use a dry run to see what would be copied.',
    addressHint:
      'Begins with https:// and ends with /stac. Its host must be listed in ARCHIVE_HOSTS.',
    token: 'Token',
    tokenHint: 'The other system issues it under “Client systems”.',
    tokenKept: 'Leave empty to keep the current one. Enter it again if you change the host.',
    copies: 'What is copied',
    catalogueAlone: 'Catalogue only',
    withFiles: 'Catalogue and data files',
    copiesHint:
      'For data files, the token needs the permission “Download scene files without an order”.',
    collections: 'Only these collections',
    collectionsHint: 'Separated by commas; empty for all',
    area: 'Area (decimal degrees; leave all empty for everywhere)',
    areaHint: 'If west is greater than east, the area crosses the antimeridian.',
    areaWrong: 'Enter west, south, east and north, or leave all of them empty.',
    takenFrom: 'Acquired from',
    takenUntil: 'Acquired until',
    restarts:
      'If you change the address, what is copied, the collections, the area or the dates, the task starts over by itself.',
    part: {
      collections: (names) => `Collections: ${names}`,
      area: (west, south, east, north) =>
        `Area: west ${west}°, south ${south}°, east ${east}°, north ${north}°`,
      between: (from, until) => `Acquired ${from} to ${until}`,
      since: (from) => `Acquired from ${from}`,
      until: (until) => `Acquired until ${until}`,
    },
  },
};
