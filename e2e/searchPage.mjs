// The search page as a hand and an eye know it.
import assert from 'node:assert/strict';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Locator} Locator */
/** @typedef {readonly [number, number]} Point parts of the map's width and height */

/** @param {Locator} locator */
export const gone = (locator) => locator.waitFor({ state: 'detached' });

/** @param {Locator} locator */
export const textOf = async (locator) => (await locator.textContent()) ?? '';

/**
 * The first number in a text.
 *
 * @param {string} text
 */
export const figure = (text) => Number(/[\d,.]+/.exec(text)?.[0]?.replaceAll(',', ''));

/**
 * @param {Page | Locator} within
 * @param {string | RegExp} name a string is the whole name
 */
export const press = (within, name) =>
  within.getByRole('button', { name, exact: typeof name === 'string' }).click();

/** @param {Page} page */
export function searchPage(page) {
  const map = page.getByRole('application', { name: /^地图/ }).first();
  const results = page.getByRole('region', { name: '检索结果' });
  const heading = results.getByRole('heading', { name: /^共/ });

  /** @param {Point} point */
  async function at([right, down]) {
    const box = await map.boundingBox();
    assert(box !== null, 'the map has no size');
    return /** @type {const} */ ([box.x + box.width * right, box.y + box.height * down]);
  }

  return {
    page,
    results,
    heading,
    at,
    tools: page.getByRole('toolbar', { name: '地图工具' }),
    area: page.getByRole('group', { name: '查询范围' }),

    /** @param {string} key */
    inAddress: (key) => new URL(page.url()).searchParams.get(key),

    /**
     * What a search finds after one that found `before`.
     *
     * @param {string} before
     */
    async anotherTotal(before) {
      await heading.filter({ hasNotText: before }).waitFor();
      return textOf(heading);
    },

    /** Until the address has stayed the same for a second of drawn frames. */
    async atRest() {
      await page.evaluate(
        () =>
          new Promise((done) => {
            let [address, since] = [location.search, performance.now()];
            const look = () => {
              if (location.search !== address)
                [address, since] = [location.search, performance.now()];
              if (performance.now() - since > 1000) done(undefined);
              else requestAnimationFrame(look);
            };
            look();
          }),
      );
    },

    /**
     * Clicks the points one by one; the last one twice.
     *
     * @param {readonly Point[]} points
     */
    async clickThrough(points) {
      for (const [index, point] of points.entries()) {
        const [x, y] = await at(point);
        await page.mouse.move(x, y, { steps: 4 });
        if (index < points.length - 1) await page.mouse.click(x, y);
        else await page.mouse.dblclick(x, y);
      }
    },

    /**
     * Does something that is answered by a passing notice. It is looked out for beforehand: it stays for seconds only.
     *
     * @param {string} notice
     * @param {() => Promise<unknown>} deed
     */
    async told(notice, deed) {
      const said = page.locator('[role=alert]').filter({ hasText: notice }).first();
      await gone(said);
      await Promise.all([said.waitFor(), deed()]);
    },
  };
}
