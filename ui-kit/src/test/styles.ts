import { __unsafe_useEmotionCache as useEmotionCache } from '@emotion/react';
import { cleanup, render } from '@testing-library/react';
import { createElement } from 'react';

/** What is read of styles where nothing is laid out: whether a part can be seen, and what single tests check. */
const CHECKED =
  '(?:display|visibility|position|right|z-index|white-space|flex-direction|min-height):';
const CHECKED_ONE = new RegExp(`[{;]${CHECKED}`);
const VALUE = '(?:"[^"]*"|\\([^)]*\\)|[^;{}"(])*';
const OTHERS = new RegExp(`(?<=[{;])(?!${CHECKED})[\\w-]+:${VALUE}(?:;|(?=}))`, 'g');

/** Here these hold for nothing and so cost nothing; tests read in them what columns of tables keep of a wide screen. */
const WIDE_SCREEN = /^@media \(min-width:/;

type Cache = NonNullable<ReturnType<typeof useEmotionCache>>;

/** The styles that Material shares among all that a page renders. */
function sharedCache(): Cache {
  const caches: (Cache | null)[] = [];
  const Reader = () => {
    caches.push(useEmotionCache());
    return null;
  };
  render(createElement(Reader));
  cleanup();
  const [cache] = caches;
  if (!cache) throw new Error('there is no page to style');
  return cache;
}

const cache = sharedCache();

// Queries by role work out every style of every element; most of a test's time went into colours and borders.
const sheets: Cache['sheet'] = Object.getPrototypeOf(cache.sheet);
const insert = sheets.insert;
sheets.insert = function (rule) {
  const isWide = WIDE_SCREEN.test(rule);
  const short = isWide ? rule : rule.replace(OTHERS, '');
  if (isWide || CHECKED_ONE.test(short)) insert.call(this, short);
};
// One element for all rules, else searches of the document walk over one for each.
cache.sheet.isSpeedy = true;

/** Takes away the styles of what is no longer on the page. */
export function forgetStyles(): void {
  cache.sheet.flush();
  cache.inserted = {};
}
