import { type CatalogueSearch, dayEnd, dayStart } from '@scenedock/ui-kit';
import { areaRequest } from '../area/areaChoice';
import type { Criteria, SearchState } from './searchState';

/** The part of a call that says what to look for. */
export function filterRequest(state: Criteria): CatalogueSearch {
  return {
    ...(state.kind !== null ? { objTypes: [state.kind] } : {}),
    ...(state.nodeIds.length > 0 ? { nodeIds: state.nodeIds } : {}),
    ...areaRequest(state.area),
    ...(state.from !== null ? { from: dayStart(state.from) } : {}),
    ...(state.to !== null ? { to: dayEnd(state.to) } : {}),
    ...(state.satellites.length > 0 ? { satellites: state.satellites } : {}),
    ...(state.sensors.length > 0 ? { sensors: state.sensors } : {}),
    ...(state.cloudMax !== null ? { cloudMax: state.cloudMax } : {}),
    ...(state.cloudMax !== null && state.unknownCloud ? { unknownCloud: 'include' as const } : {}),
    ...(state.text !== '' ? { text: state.text } : {}),
    ...(state.onlineOnly ? { onlineOnly: true } : {}),
    ...(state.conditions.length > 0 ? { conditions: state.conditions } : {}),
  };
}

/** The call that finds what a limit of cloud leaves out because nobody knows the cloud cover. */
export function unknownCloudRequest(state: Criteria): CatalogueSearch {
  return {
    ...filterRequest({ ...state, cloudMax: null }),
    unknownCloud: 'only',
    page: 1,
    pageSize: 1,
  };
}

/** The call that counts what `state` finds. */
export function countRequest(state: Criteria): CatalogueSearch {
  return { ...filterRequest(state), page: 1, pageSize: 1 };
}

/** The call that answers `state`: one page, and with an area how much of it each scene covers. */
export function searchRequest(state: SearchState): CatalogueSearch {
  return {
    ...filterRequest(state),
    ...(state.area !== null ? { coverage: true } : {}),
    sort: state.sort,
    page: state.page,
    pageSize: state.pageSize,
  };
}
