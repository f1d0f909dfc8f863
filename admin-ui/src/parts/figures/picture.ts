import { tokens } from '@scenedock/ui-kit';
import { CHART } from './series';
import { widthOf } from './shortened';

const SVG = 'http://www.w3.org/2000/svg';
const XLINK = 'http://www.w3.org/1999/xlink';
/** Pixels. */
const EDGE = 16;
const TITLE = { font: tokens.type.part.size, line: 24 } as const;
const TIME = { font: CHART.font, line: 20 } as const;
const LATIN = /[\w.,:%+-]/;

/** What a picture says of itself: it is read without the page it comes from. */
export interface PictureWords {
  title: string;
  time: string;
}

interface Attributes {
  [name: string]: string | number;
}

/** An element of a picture. */
export function svgElement<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  children: readonly Node[] = [],
): SVGElementTagNameMap[Name] {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** A text whose line runs through its middle, which not all readers of SVG can reckon themselves. */
export function svgText(text: string, x: number, middle: number, font: number): SVGTextElement {
  const at = { x, y: middle + font * 0.36, 'font-size': font, fill: CHART.text };
  return svgElement('text', at, [document.createTextNode(text)]);
}

/** A raster within a picture, held by the picture itself. */
export function svgRaster(
  canvas: HTMLCanvasElement,
  box: { x: number; y: number; width: number; height: number },
): SVGImageElement {
  const image = svgElement('image', box);
  const bytes = canvas.toDataURL('image/png');
  image.setAttribute('href', bytes);
  // Before SVG 2 the address stood here, and some office programs still look for it here alone.
  image.setAttributeNS(XLINK, 'xlink:href', bytes);
  return image;
}

/** A title in lines of a width in pixels; Chinese breaks anywhere, Latin words and numbers stay whole. */
export function titleLines(title: string, width: number): string[] {
  const most = width / TITLE.font;
  const pieces = title.match(/[\w.,:%+-]+|[^\w.,:%+-]/gu) ?? [];
  const lines = [''];
  let taken = 0;
  for (const piece of pieces) {
    const wide = [...piece].reduce((sum, character) => sum + widthOf(character), 0);
    if (taken > 0 && taken + wide > most) {
      lines.push('');
      taken = 0;
    }
    lines[lines.length - 1] += piece;
    taken += wide;
  }
  return lines.map((line) => line.trim()).filter((line) => line !== '' || LATIN.test(line));
}

/** A picture with its title and its time above, on paper, with the fonts of the product named. */
export function framedPicture(
  { title, time }: PictureWords,
  size: { width: number; height: number },
  parts: readonly SVGElement[],
): SVGSVGElement {
  const width = Math.ceil(size.width) + 2 * EDGE;
  const lines = titleLines(title, size.width);
  const below = EDGE + lines.length * TITLE.line;
  const top = below + (time === '' ? 0 : TIME.line) + 8;
  const height = Math.ceil(top + size.height) + EDGE;
  const head = lines.map((line, n) => {
    const text = svgText(line, EDGE, EDGE + (n + 0.5) * TITLE.line, TITLE.font);
    text.setAttribute('font-weight', '600');
    text.setAttribute('fill', tokens.light.text);
    return text;
  });
  const times = time === '' ? [] : [svgText(time, EDGE, below + TIME.line / 2, TIME.font)];
  const frame = { width, height, viewBox: `0 0 ${width} ${height}` };
  const name = svgElement('title', {}, [document.createTextNode(title)]);
  return svgElement('svg', { ...frame, 'font-family': FONTS }, [
    name,
    svgElement('rect', { width, height, fill: CHART.ground }),
    ...head,
    ...times,
    svgElement('g', { transform: `translate(${EDGE} ${top})` }, parts),
  ]);
}

const FONTS = tokens.fonts.map((name) => (name.includes(' ') ? `'${name}'` : name)).join(', ');
