import { tokens } from '@scenedock/ui-kit/tokens';
import Fill from 'ol/style/Fill';
import Stroke from 'ol/style/Stroke';
import Style from 'ol/style/Style';

const paint = tokens.map;

/** The order of layers, as the specification has it. */
export const Z = {
  draw: 31,
  measure: 32,
  results: 33,
  merged: 34,
  page: 35,
  shapefile: 80,
} as const;

/** What is dimmed lies over base maps, under everything drawn. */
export const MASK_Z = 29;

const outline = (color: string, width: number, fill: string, zIndex: number) =>
  new Style({
    zIndex,
    fill: new Fill({ color: fill }),
    stroke: new Stroke({ color, width }),
  });

/**
 * Fill and edge of footprints. The specification has 10 % white with a blue edge of 50 %; the edge is darker here,
 * because at 50 % it is lost on relief.
 */
export const COLOURS = {
  footprint: { edge: paint.footprintEdge, fill: paint.footprintFill, width: 2 },
  onDark: { edge: paint.footprintEdgeOnDark, fill: paint.footprintFill, width: 2 },
  /** Right of a swipe bar, on light and on dark ground: which side one looks at is seen on every outline. */
  right: { edge: paint.footprintEdgeRight, fill: paint.footprintFill, width: 2 },
  rightOnDark: { edge: paint.footprintEdgeRightOnDark, fill: paint.footprintFill, width: 2 },
  hover: { edge: paint.hoverEdge, fill: paint.hoverFill, width: 2.6 },
  selected: { edge: paint.selectedEdge, fill: paint.selectedFill, width: 2.6 },
  area: { edge: paint.area, fill: paint.areaFill, width: 2 },
} as const;

const styled = ({ edge, fill, width }: (typeof COLOURS)[keyof typeof COLOURS], zIndex: number) =>
  outline(edge, width, fill, zIndex);

const FOOTPRINT = styled(COLOURS.footprint, 1);
/** On imagery the blue of the specification is lost altogether. */
const FOOTPRINT_ON_DARK = styled(COLOURS.onDark, 1);
const FOOTPRINT_RIGHT = styled(COLOURS.right, 1);
const FOOTPRINT_RIGHT_ON_DARK = styled(COLOURS.rightOnDark, 1);
export const FOOTPRINT_HOVER = styled(COLOURS.hover, 3);
export const FOOTPRINT_SELECTED = styled(COLOURS.selected, 2);
/** Dash and gap of the outline of the searched area, in pixels. */
export const AREA_DASH = [8, 5] as const;

export const AREA = new Style({
  fill: new Fill({ color: COLOURS.area.fill }),
  stroke: new Stroke({
    color: COLOURS.area.edge,
    width: COLOURS.area.width,
    lineDash: [...AREA_DASH],
  }),
});

/** Outside the areas of the mask. */
export const MASK = new Style({
  fill: new Fill({ color: paint.mask }),
  stroke: new Stroke({ color: paint.maskEdge, width: 1 }),
});

/** Left, or alone, and right of a swipe bar. */
export type Side = 'left' | 'right';

const PLAIN: Record<Side, [light: Style, dark: Style]> = {
  left: [FOOTPRINT, FOOTPRINT_ON_DARK],
  right: [FOOTPRINT_RIGHT, FOOTPRINT_RIGHT_ON_DARK],
};

/** A footprint that nobody points at, on a side of the map and on light or dark ground. */
export const footprintStyle = (side: Side, dark: boolean): Style => PLAIN[side][dark ? 1 : 0];

/** The colour of its edge. */
export const footprintEdge = (side: Side, dark: boolean): string => {
  if (side === 'left') return dark ? COLOURS.onDark.edge : COLOURS.footprint.edge;
  return dark ? COLOURS.rightOnDark.edge : COLOURS.right.edge;
};

/** What is seen where no base layer is. */
export const SEA = paint.sea;
