import { framedPicture, type PictureWords, svgElement, svgText } from './picture';
import { CHART } from './series';

/** What rules of the page may have said of a chart, with what goes without saying. */
const LOOKS: Readonly<Record<string, string>> = {
  fill: '',
  stroke: 'none',
  'stroke-width': '1px',
  'stroke-dasharray': 'none',
  'fill-opacity': '1',
  'stroke-opacity': '1',
  opacity: '1',
  'font-weight': '400',
  'text-anchor': 'start',
};

/** Belongs to the page alone: what the pointer shows, the slider, and words for screen readers. */
const OF_THE_PAGE = '.recharts-brush, .recharts-tooltip-cursor, .recharts-active-dot';
/** What is drawn itself; groups only hold it. */
const MARKS = new Set(['path', 'line', 'rect', 'circle', 'polygon', 'polyline', 'text', 'tspan']);
const ATTRIBUTES_OF_THE_PAGE = [
  'class',
  'tabindex',
  'role',
  'aria-hidden',
  'aria-label',
  'focusable',
  'name',
  'angle',
  'orientation',
];

/** Side of the box that the mark of a series is svgElement in. */
const BOX = 32;

/** A copy that looks the same without the rules of the page. */
function copyWithLooks(original: SVGElement): SVGElement {
  const copy = original.cloneNode(true) as SVGElement;
  const copies = [copy, ...copy.querySelectorAll<SVGElement>('*')];
  [original, ...original.querySelectorAll<SVGElement>('*')].forEach((element, n) => {
    const twin = copies[n];
    if (twin !== undefined && MARKS.has(twin.tagName)) setLooks(twin, getComputedStyle(element));
  });
  for (const extra of copy.querySelectorAll(OF_THE_PAGE)) extra.remove();
  for (const element of copies) {
    for (const name of ATTRIBUTES_OF_THE_PAGE) element.removeAttribute(name);
    for (const { name } of [...element.attributes]) {
      if (name.startsWith('data-')) element.removeAttribute(name);
    }
  }
  return copy;
}

function setLooks(element: SVGElement, looks: CSSStyleDeclaration) {
  for (const [name, usual] of Object.entries(LOOKS)) {
    const own = element.getAttribute(name);
    const look = looks.getPropertyValue(name);
    const needed = own === null ? look !== usual : own.includes('var(') || own === 'currentColor';
    if (needed && look !== '') element.setAttribute(name, look);
  }
}

/** The names of the series, which stand beside the drawing on the page, where they stand there. */
function legendParts(frame: Element, origin: DOMRect): SVGElement[] {
  return [...frame.querySelectorAll('.recharts-legend-item')].flatMap((item) => {
    const mark = item.querySelector('svg');
    const text = item.querySelector('.recharts-legend-item-text');
    if (mark === null || text === null) return [];
    const box = mark.getBoundingClientRect();
    const words = text.getBoundingClientRect();
    const [x, y] = [box.left - origin.left, box.top - origin.top];
    const turned = { transform: `translate(${x} ${y}) scale(${box.width / BOX})` };
    const middle = words.top - origin.top + words.height / 2;
    return [
      svgElement('g', turned, [...copyWithLooks(mark).childNodes]),
      svgText(text.textContent ?? '', words.left - origin.left, middle, CHART.font),
    ];
  });
}

/** The chart of a place as a picture that stands alone; null while there is none. */
export function chartPicture(frame: Element, words: PictureWords): SVGSVGElement | null {
  const chart = frame.querySelector<SVGSVGElement>('.recharts-wrapper > svg');
  if (chart === null) return null;
  const size = {
    width: Number(chart.getAttribute('width')),
    height: Number(chart.getAttribute('height')),
  };
  const parts = svgElement('g', {}, [...copyWithLooks(chart).childNodes]);
  const legend = legendParts(frame, chart.getBoundingClientRect());
  return framedPicture(words, size, [parts, ...legend]);
}
