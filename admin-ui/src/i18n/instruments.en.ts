import { plural } from '@scenedock/ui-kit';
import { enCatalogue } from './catalogue.en';
import type { zhInstruments } from './instruments.zh';

export const enInstruments: typeof zhInstruments = {
  instruments: {
    title: 'Satellites and sensors',
    intro:
      'Names for the satellite and sensor codes in the data. The portal and the back office show the names; filters, addresses and interfaces keep the codes.',
    find: 'Find a code or a name',
    unnamedOnly: 'Only those without a name',
    unnamed: 'No name',
    unnamedCount: (n) => `${plural(n, 'code has', 'codes have')} no name`,
    allNamed: 'Everything has a name',
    empty: 'No satellites in the catalogue yet',
    emptyHint:
      'Once data is added with scenedock ingest, its satellites and sensors are listed here.',
    satellite: 'Satellite code',
    sensor: 'Sensor code',
    itself: '(the satellite itself)',
    noSatellite: '(no satellite named)',
    scenes: 'Scenes',
    count: (n) => plural(n, 'scene', 'scenes'),
    name: 'Chinese name',
    nameEn: 'English name',
    sensorHint: 'Leave empty to name the satellite itself.',
    enHint: 'If empty, English pages show the code.',
    shownAs: (name) => `Without a name, it is shown as ${name}`,
    add: 'Add a name',
    edit: (name) => `Name ${name}`,
    codeNeeded: 'Enter the code of a satellite or a sensor.',
    nameNeeded: 'Enter a Chinese name.',
    clearHint: 'Clear both names to show the code again',
    saved: 'Saved',
    failed: 'Could not save the name. Try again.',
    export: 'Export Excel',
    import: {
      ...enCatalogue.fields.import,
      title: 'Import names',
      hint: 'Use the exported table as the template: one satellite, or one sensor of a satellite, per row. Codes in the table get the names given there, or none if both are empty; all others stay. If any row has an error, nothing is imported.',
      clean: (rows) => `No errors in ${plural(rows, 'row', 'rows')}.`,
      reportFile: 'import-report.xlsx',
    },
  },
};
