import { describe, expect, it } from 'vitest';
import { LAYER_PANEL_WIDTH } from '../../map/LayerPanel';
import { BESIDE_LAYERS, panelMargin } from './ToolPanel';

/** The margin in pixels on a map of a width: the CSS has numbers, `max`, `min` and `calc` only. */
const marginOn = (mapWidth: number, css: string) => {
  const [left, taken] = [...css.matchAll(/(\d+)px/g)].map(([, px]) => Number(px)).slice(1);
  return Math.max(0, Math.min(left ?? Number.NaN, mapWidth - (taken ?? Number.NaN)));
};

describe('a panel under the tools', () => {
  it('stands under its tool where there is room, else ends before the buttons', () => {
    expect(marginOn(1000, panelMargin(100, 240))).toBe(100);
    expect(marginOn(740, panelMargin(700, 240))).toBe(456);
    expect(marginOn(200, panelMargin(100, 240))).toBe(0);
  });

  it('leaves the layer panel free beside a legend', () => {
    const end = marginOn(740, panelMargin(420, 240, BESIDE_LAYERS)) + 240;
    expect(end).toBeLessThan(740 - 44 - LAYER_PANEL_WIDTH);
  });
});
