import { plural } from '@scenedock/ui-kit';
import { enCatalogue } from './catalogue.en';
import type { zhInstruments } from './instruments.zh';

export const enInstruments: typeof zhInstruments = {
  instruments: {
    title: 'Satellites and sensors',
    intro:
      'Names for the codes of satellites and sensors that data have. The portal and the back office show the names; filters, addresses and interfaces keep the codes.',
    find: 'Find a code or a name',
    unnamedOnly: 'Only those without a name',
    unnamed: 'No name',
    unnamedCount: (n) => `${plural(n, 'code has', 'codes have')} no name`,
    allNamed: 'Everything has a name',
    empty: 'No satellites in the catalogue yet',
    emptyHint:
      'Once data come in with scenedock ingest, their satellites and sensors are listed here',
    satellite: 'Satellite code',
    sensor: 'Sensor code',
    itself: '(the satellite itself)',
    noSatellite: '(no satellite named)',
    scenes: 'Data',
    count: (n) => plural(n, 'scene', 'scenes'),
    name: 'Chinese name',
    nameEn: 'English name',
    sensorHint: 'Left out: names the satellite itself',
    enHint: 'Left out: English pages show the code',
    shownAs: (name) => `Without a name it shows as ${name}`,
    add: 'Add a name',
    edit: (name) => `Name ${name}`,
    codeNeeded: 'Enter the code of a satellite or a sensor',
    nameNeeded: 'Enter a Chinese name',
    clearHint: 'Clear both names to show the code again',
    saved: 'Saved',
    failed: 'That did not work.',
    export: 'Export to Excel',
    import: {
      ...enCatalogue.fields.import,
      title: 'Import names',
      hint: 'What is exported is the template: a satellite, or a sensor of one, in each row. What occurs in the table gets the names in it, or none where both are empty; everything else stays. Nothing is imported if a single row is wrong.',
      clean: (rows) => `Nothing wrong in ${plural(rows, 'row', 'rows')}.`,
      reportFile: 'import-report.xlsx',
    },
  },
};
