import { expect, it } from 'vitest';
import serverTexts from '../../../texts/en.json';
import { pluralsOfOne } from '../testing/pluralsOfOne';
import { en } from './en';

/** Offered or said only of more than one. */
const NEVER_OF_ONE = [
  en.search.last,
  en.basket.sameName,
  en.basket.confirmNames,
  en.detail.selectWhole,
  en.wkt.faults.vertices,
].map((message) => message(1 as never));

it('counts one thing in the singular', () => {
  const texts = pluralsOfOne(en).filter((text) => !NEVER_OF_ONE.includes(text));
  expect(texts).toEqual([]);
});

it('counts nothing in texts of the server, which cannot tell one from many', () => {
  const counted =
    /\{(?:ahead|children|count|days|faults|grants|members|missing|orders|processes|scenes|share|slots)\} (?:more |new |other |required )?[a-z]+s\b/;
  const texts = Object.entries(serverTexts).filter(([, text]) => counted.test(text));
  expect(texts).toEqual([]);
});

it('says of a scene that is listed only what is said of several', () => {
  expect(en.detail.catalogueOnly(1, 1)).toBe(
    'The only scene in this order is listed in the catalogue only. The archive has no files for it yet.',
  );
  expect(en.detail.catalogueOnly(1, 5)).toMatch(/^1 of 5 scenes is listed .* files for it yet\.$/);
  expect(en.detail.approveLeaveOut(3)).toBe(
    'Approve without these 3 scenes (noted in the history)',
  );
});
