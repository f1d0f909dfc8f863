import type { zhSceneFilter } from './sceneFilter.zh';

export const enSceneFilter: typeof zhSceneFilter = {
  sceneFilter: {
    title: 'Filters',
    satellites: 'Satellites',
    anySatellite: 'All satellites',
    satellitesFailed: 'Could not load the satellites. Try again.',
    from: 'Acquired from',
    to: 'Acquired until',
    daysTurned: 'The end must be after the start.',
    text: 'Keywords',
    textHint: 'Scene name, data ID, satellite or sensor',
    cloud: 'Cloud cover up to (%)',
    cloudHint: '0 to 100; leave empty for any',
    cloudWrong: 'Enter a number from 0 to 100.',
    unknownCloud: 'Include scenes with unknown cloud cover',
    onlineOnly: 'Online only',
    areaHint: 'Only scenes that touch the area are counted',
    failed: 'Could not apply the filters. Check them and try again.',
    wrong: 'Check what you entered.',
  },
};
