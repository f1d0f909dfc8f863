import type { zhSceneFilter } from './sceneFilter.zh';

export const enSceneFilter: typeof zhSceneFilter = {
  sceneFilter: {
    title: 'Filters',
    satellites: 'Satellites',
    anySatellite: 'All satellites',
    satellitesFailed: 'The satellites could not be loaded. Try again.',
    from: 'Acquired from',
    to: 'Acquired until',
    daysTurned: 'The end must be after the start.',
    text: 'Keywords',
    textHint: 'Scene name, data ID, satellite or sensor',
    cloud: 'Cloud cover up to (%)',
    cloudHint: '0 to 100; leave empty for any',
    cloudWrong: 'Enter a number from 0 to 100',
    unknownCloud: 'Include scenes of unknown cloud cover',
    onlineOnly: 'Online scenes only',
    areaHint: 'Only scenes that meet the area count',
    failed: 'Something is wrong with the filters.',
    wrong: 'Check what you entered',
  },
};
