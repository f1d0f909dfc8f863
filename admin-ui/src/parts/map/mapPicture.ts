import {
  framedPicture,
  type PictureWords,
  svgElement,
  svgRaster,
  svgText,
} from '../figures/picture';
import { CHART } from '../figures/series';

/** Pixels. */
const LEGEND = { line: 24, width: 28, height: 20, gap: 8, entry: 110 } as const;
/** Canvases that OpenLayers draws on, the lowest first. */
const LAYERS = '.ol-layer canvas, canvas.ol-layer';

/** What the map shows at this moment, all its layers upon one another, as sharp as the screen. */
function mapRaster(map: HTMLElement): HTMLCanvasElement {
  const dense = window.devicePixelRatio;
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(map.clientWidth * dense);
  canvas.height = Math.round(map.clientHeight * dense);
  const context = canvas.getContext('2d');
  if (context === null) return canvas;
  context.fillStyle = getComputedStyle(map).backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  for (const layer of map.querySelectorAll<HTMLCanvasElement>(LAYERS)) {
    if (layer.width === 0) continue;
    const holder = layer.parentElement;
    context.globalAlpha = Number(holder?.style.opacity || layer.style.opacity || 1);
    const turned = /^matrix\(([^)]*)\)$/.exec(layer.style.transform)?.[1]?.split(',').map(Number);
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = turned ?? [];
    context.setTransform(a * dense, b * dense, c * dense, d * dense, e * dense, f * dense);
    context.drawImage(layer, 0, 0);
  }
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.globalAlpha = 1;
  return canvas;
}

/** The entries of the legend in rows below the map. */
function legendParts(legend: HTMLElement, width: number, top: number) {
  const entries = [...legend.querySelectorAll('li')];
  const perRow = Math.max(1, Math.floor(width / LEGEND.entry));
  const parts = entries.flatMap((entry, n) => {
    const x = (n % perRow) * LEGEND.entry;
    const middle = top + (Math.floor(n / perRow) + 0.5) * LEGEND.line;
    const { width: wide, height: high } = LEGEND;
    const box = { x, y: middle - high / 2, width: wide, height: high };
    const swatch = entry.querySelector('canvas');
    const words = svgText(entry.textContent ?? '', x + wide + LEGEND.gap, middle, CHART.font);
    const edge = svgElement('rect', { ...box, fill: 'none', stroke: CHART.line });
    return swatch === null ? [words] : [svgRaster(swatch, box), edge, words];
  });
  return { parts, height: Math.ceil(entries.length / perRow) * LEGEND.line };
}

/** The map of a place with its legend as a picture that stands alone; null while there is none. */
export function mapPicture(frame: Element, words: PictureWords): SVGSVGElement | null {
  const map = frame.querySelector<HTMLElement>('.ol-viewport')?.parentElement ?? null;
  const legend = frame.querySelector<HTMLElement>('ul');
  if (map === null || legend === null) return null;
  const [width, height] = [map.clientWidth, map.clientHeight];
  const below = legendParts(legend, width, height + LEGEND.gap);
  const size = { width, height: height + LEGEND.gap + below.height };
  const raster = svgRaster(mapRaster(map), { x: 0, y: 0, width, height });
  return framedPicture(words, size, [raster, ...below.parts]);
}
