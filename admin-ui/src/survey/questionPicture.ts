import { framedPicture, type PictureWords, svgElement, svgText } from '../parts/figures/picture';
import { CHART, SERIES } from '../parts/figures/series';
import { shortened } from '../parts/figures/shortened';

/** Pixels. */
const WIDTH = 640;
const ROW = 28;
const BAR = 14;
const GAP = 16;
/** Room for the numbers beyond the bars. */
const NUMBERS = 104;
/** Characters of a name before its bar, as wide as Chinese ones. */
const NAME = 14;

/** A choice of a question and how many chose it. */
interface ChoiceBar {
  name: string;
  /** Of those who answered, from 0 to 100. */
  percent: number;
  /** How the numbers are written. */
  text: string;
}

/** The bars of a question as a picture that stands alone, each with its name and its numbers. */
export function questionPicture(words: PictureWords, bars: readonly ChoiceBar[]): SVGSVGElement {
  const start = NAME * CHART.font + GAP;
  const longest = WIDTH - start - NUMBERS;
  const parts = bars.flatMap(({ name, percent, text }, n) => {
    const middle = (n + 0.5) * ROW;
    const width = (longest * percent) / 100;
    const bar = { x: start, y: middle - BAR / 2, width, height: BAR };
    return [
      svgText(shortened(name, NAME), 0, middle, CHART.font),
      svgElement('rect', { ...bar, fill: SERIES.online.colour ?? CHART.text }),
      svgText(text, start + width + GAP / 2, middle, CHART.font),
    ];
  });
  return framedPicture(words, { width: WIDTH, height: bars.length * ROW }, parts);
}
