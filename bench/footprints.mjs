// How smoothly the map moves under very many footprints: node bench/footprints.mjs http://127.0.0.1:8080 [count ...]
//
// The portal of a running scenedock is opened in Chromium, its answer to `POST /api/scenes/footprints` replaced by
// generated scenes over China, and dragged and zoomed; a table in Markdown tells the time between pictures. Nothing is
// asserted.
import { launch } from '../e2e/browser.mjs';

const [site = 'http://127.0.0.1:8080', ...counts] = process.argv.slice(2);

const SCALE = 10_000;

/** The same numbers in every run. */
function randomNumbers(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Scenes of 0.2 to 1.7 degrees, turned as those of satellites are, over China and its neighbours. */
function footprints(count) {
  const random = randomNumbers(7);
  const rings = Array.from({ length: count }, () => {
    const [west, south, side] = [74 + random() * 60, 4 + random() * 48, 0.2 + random() * 1.5];
    const turn = side * 0.18;
    const corners = [
      [west, south],
      [west + side, south - turn],
      [west + side + turn, south + side - turn],
      [west + turn, south + side],
    ].map((corner) => corner.map((degrees) => Math.round(degrees * SCALE)));
    return [corners.flatMap(([x, y], i) => (i === 0 ? [x, y] : [x - corners[i - 1][0], y - corners[i - 1][1]]))];
  });
  const ids = rings.map((_, index) => `scene-${index}`);
  return { total: count, shown: count, scale: SCALE, ids, rings };
}

/** Milliseconds between the pictures that the page shows while `act` goes on. */
async function pictures(page, act) {
  await page.evaluate(() => {
    window.times = [];
    const note = (time) => {
      window.times.push(time);
      window.noting = requestAnimationFrame(note);
    };
    window.noting = requestAnimationFrame(note);
  });
  await act();
  const times = await page.evaluate(() => {
    cancelAnimationFrame(window.noting);
    return window.times;
  });
  const gaps = times.slice(1).map((time, index) => time - times[index]);
  return gaps.sort((a, b) => a - b);
}

const at = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;

async function drag(page, { x, y }) {
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 0; step < 180; step++) {
    await page.mouse.move(x + 140 * Math.sin(step / 14), y + 90 * Math.sin(step / 9));
  }
  await page.mouse.up();
}

async function zoom(page, { x, y }) {
  await page.mouse.move(x, y);
  for (const turn of [-240, -240, -240, -240, 240, 240, 240, 240]) {
    await page.mouse.wheel(0, turn);
    await page.waitForTimeout(350);
  }
}

const rest = (page) => page.waitForTimeout(2500);

async function measure(browser, count) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const answer = JSON.stringify(footprints(count));
  await page.route('**/api/scenes/footprints', (route) =>
    route.fulfill({ contentType: 'application/json', body: answer }),
  );
  await page.goto(`${site}/search?view=footprints`);
  const drawn = page.locator(`canvas[data-footprints="${count}"][data-drawn]`);
  await drawn.waitFor({ state: 'attached', timeout: 60_000 });
  await rest(page);
  const box = await page.getByRole('application').first().boundingBox();
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const rows = [];
  for (const [name, act] of [['drag', drag], ['zoom', zoom]]) {
    const gaps = await pictures(page, () => act(page, middle));
    await rest(page);
    rows.push([name, at(gaps, 0.5), at(gaps, 0.95), at(gaps, 1)]);
  }
  const paints = await drawn.evaluate((canvas) => JSON.parse(canvas.dataset.paints ?? '[]'));
  await page.close();
  return { rows, paints: paints.sort((a, b) => a - b) };
}

const browser = await launch();
const renderer = await browser.newPage().then((page) =>
  page.evaluate(() => {
    const gl = document.createElement('canvas').getContext('webgl');
    return gl?.getParameter(gl.getExtension('WEBGL_debug_renderer_info').UNMASKED_RENDERER_WEBGL);
  }),
);
process.stdout.write(`Pictures by ${renderer}; milliseconds between them, and for one picture of all footprints.\n\n`);
process.stdout.write('| footprints | map | median | p95 | longest | painted, median | painted, longest |\n');
process.stdout.write('|---|---|---|---|---|---|---|\n');
for (const count of counts.length > 0 ? counts.map(Number) : [20, 2000, 20_000, 100_000]) {
  const { rows, paints } = await measure(browser, count);
  for (const row of rows) {
    const cells = [...row.slice(1), at(paints, 0.5), at(paints, 1)].map((ms) => ms.toFixed(0));
    process.stdout.write(`| ${[count, row[0], ...cells].join(' | ')} |\n`);
  }
}
await browser.close();
