// The English screens show no Chinese but data: what the server's answers hold, names of people, places, scenes and files.
import { setTimeout } from 'node:timers/promises';

/** @typedef {import('playwright-core').Page} Page */

/** Texts of answers that are the product's own words, for readers of Chinese; the code beside each holds the data in it. */
const OWN_WORDS = new Set(['text', 'detail', 'flog', 'message', 'lastError']);
/** The switch to Chinese, and the languages by their own names. */
const LANGUAGES = ['中文', '切换到中文', '简体中文'];
/** Milliseconds. */
const LONGEST_ANSWER = 10_000;
/** Larger answers are footprints. */
const MAX_BYTES = 2_000_000;

/**
 * @param {unknown} value
 * @param {Set<string>} into
 */
function gather(value, into) {
  if (typeof value === 'string') {
    if (/\p{Script=Han}/u.test(value)) into.add(value);
  } else if (Array.isArray(value)) {
    for (const one of value) gather(one, into);
  } else if (value !== null && typeof value === 'object') {
    for (const [key, one] of Object.entries(value)) {
      if (typeof one !== 'string' || !OWN_WORDS.has(key)) gather(one, into);
    }
  }
}

/**
 * What the page's answers hold in Chinese, and the answers that are still being read.
 *
 * @typedef {{ texts: Set<string>, reading: Set<Promise<void>> }} AnsweredData
 */

/**
 * Every Chinese text that the page's answers hold, from now on.
 *
 * @param {Page} page
 * @returns {AnsweredData}
 */
export function gatherData(page) {
  /** @type {Set<string>} */
  const texts = new Set(LANGUAGES);
  /** @type {Set<Promise<void>>} */
  const reading = new Set();
  page.on('response', (response) => {
    const isJson = response.headers()['content-type']?.includes('json') ?? false;
    if (!isJson || Number(response.headers()['content-length'] ?? 0) > MAX_BYTES) return;
    // An answer that is gone with its page holds nothing that is shown; of one that the page gave up, the end never comes.
    const read = Promise.race([
      response.json(),
      setTimeout(LONGEST_ANSWER, undefined, { ref: false }),
    ])
      .then(
        (body) => gather(body, texts),
        () => undefined,
      )
      .finally(() => reading.delete(read));
    reading.add(read);
  });
  return { texts, reading };
}

/** Every visible text, and what readers of screens and pointers are told, but for papers that say they are in Chinese. Runs in the page. */
function visibleTexts() {
  const chinese = 'article[lang="zh-CN"]';
  /** @type {string[]} */
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement;
    const isShown = parent !== null && !['SCRIPT', 'STYLE'].includes(parent.tagName);
    if (isShown && parent.closest(chinese) === null) {
      texts.push(node.textContent ?? '');
    }
  }
  for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
    for (const element of document.querySelectorAll(`[${name}]`)) {
      if (element.closest(chinese) === null) texts.push(element.getAttribute(name) ?? '');
    }
  }
  return texts.filter((text) => /\p{Script=Han}/u.test(text));
}

/**
 * The texts on the page of which some Chinese is in no answer.
 *
 * @param {Page} page
 * @param {AnsweredData} data
 */
export async function ownChinese(page, data) {
  // First the page, then the answers: the page draws an answer before this process has read it.
  const texts = await page.evaluate(visibleTexts);
  await Promise.all(data.reading);
  const known = [...data.texts].join('\n');
  const runs = (/** @type {string} */ text) => text.match(/\p{Script=Han}+/gu) ?? [];
  return [...new Set(texts)].filter((text) => runs(text).some((run) => !known.includes(run)));
}
