import type { zhSynchronisation } from './synchronisation.zh';

export const enSynchronisation: typeof zhSynchronisation = {
  synchronisation: {
    title: 'Synchronisation',
    intro:
      'The catalogue of another scenedock is copied on schedule, with its data files where wanted. Checksums are verified, and every item has a result.',
    add: 'Add sync task',
    empty: 'No sync tasks yet',
    emptyHint:
      'Ask the other side for a token, which its page “Client systems” issues. Then add a task, and see by a dry run what would come.',
    addressHint: 'Begins with https:// and ends with /stac. The host has to be in ARCHIVE_HOSTS.',
    token: 'Token',
    tokenHint: 'The other side issues it on its page “Client systems”.',
    tokenKept: 'Empty: as it is. Enter it again for another host.',
    copies: 'What is copied',
    catalogueAlone: 'Catalogue only',
    withFiles: 'Catalogue and data files',
    copiesHint: 'For data files the token needs “Fetch files of scenes without an order”.',
    collections: 'Only these collections (commas; empty: all)',
    area: 'Area (decimal degrees; all empty: everywhere)',
    areaHint: 'West greater than east crosses the antimeridian.',
    areaWrong: 'Enter all of west, south, east and north, or none of them',
    takenFrom: 'Taken from',
    takenUntil: 'Taken until',
    restarts:
      'After a change of address, copied parts, collections, area or dates the task starts over by itself.',
    part: {
      collections: (names) => `Collections: ${names}`,
      area: (west, south, east, north) =>
        `Area: west ${west}°, south ${south}°, east ${east}°, north ${north}°`,
      between: (from, until) => `Taken ${from} to ${until}`,
      since: (from) => `Taken from ${from}`,
      until: (until) => `Taken until ${until}`,
    },
  },
};
