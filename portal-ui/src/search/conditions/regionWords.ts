import type { RegionItem } from '@scenedock/ui-kit';

/** What ends the names of regions and is left out in speech. */
const ENDING =
  /(特别行政区|维吾尔自治区|壮族自治区|回族自治区|自治区|自治州|自治县|地区|新区|[省市区县盟旗])$/u;

const words = (text: string) => text.split(/[\s,，、]+/u).filter((word) => word !== '');

/** Words of a keyword that may name a region: at least two Chinese characters. */
export function regionWords(text: string): string[] {
  return words(text).filter((word) => /^\p{Script=Han}{2,}$/u.test(word));
}

/** The keyword without the word. */
export function withoutWord(text: string, word: string): string {
  return words(text)
    .filter((one) => one !== word)
    .join(' ');
}

/** The region that the word names, whole or without its ending; the larger one where two have the name. */
export function namedRegion(word: string, regions: readonly RegionItem[]): RegionItem | null {
  const whole = regions.find(({ areaName }) => areaName === word);
  return whole ?? regions.find(({ areaName }) => areaName.replace(ENDING, '') === word) ?? null;
}
