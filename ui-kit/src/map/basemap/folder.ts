/** Served with the portal: no request leaves the site. */
export const BASEMAP = '/basemap';

/** What stands in for the map until it is drawn; asked for while the map itself is still being fetched. */
export const FIRST_URL = `${BASEMAP}/relief-first.jpg`;
