import type { zhCoverage } from './coverage.zh';

export const enCoverage: typeof zhCoverage = {
  coverage: {
    title: 'Coverage',
    hint: 'How the scenes of the chosen satellites and years cover an area: how many cover each place, and how much of the area is covered. Years are years of acquisition (Beijing time).',
    fromYear: 'From year',
    toYear: 'To year',
    yearsTurned: 'The last year must not be before the first.',
    areaHint: 'A zipped shapefile can be uploaded as the area',
    count: 'Count',
    scenes: 'Scenes',
    share: 'Covered',
    satellites: 'Satellites',
    density: 'Density',
    map: 'Density map',
    legend: 'Scenes per place',
    pointHint: 'Point at the map to see how many scenes cover that place',
    pointed: (count) => `${count} ${count === '1' ? 'scene' : 'scenes'} here`,
    stop: '. ',
    pressHint: 'Click a place to list its scenes',
    pressed: (count) =>
      `Show the ${count} ${count === '1' ? 'scene' : 'scenes'} of the chosen place in the portal`,
    tableHint: 'Select a number to see its scenes in the portal.',
    table: 'Export CSV',
    tableFailed: 'Could not export. Try again.',
    shapefile: {
      list: 'Export shapefile with attributes',
      outlines: 'Export shapefile, outlines only',
    },
    stopWaiting: 'Stop waiting',
    bySatelliteAndYear: 'By satellite and year',
    shown: 'Show in the table',
    satellite: 'Satellite',
    allSatellites: 'All satellites',
    allYears: 'All years',
    shareHint: (cell) =>
      `Coverage is computed on cells of about ${cell}: a cell counts as covered if its centre is. A dash means that there are no scenes.`,
    nothing: 'No scenes match',
    nothingHint: 'Choose other satellites, years or another area.',
  },
};
