import { BoxInteraction } from '@scenedock/ui-kit/BoxInteraction';
import { renderHook } from '@testing-library/react';
import Draw from 'ol/interaction/Draw';
import OlMap from 'ol/Map';
import Style from 'ol/style/Style';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type DrawnShape, useDrawing } from './useDrawing';

const STYLE = new Style();
let map: OlMap;

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  const target = document.createElement('section');
  target.tabIndex = 0;
  document.body.append(target);
  map = new OlMap({ target });
  // Nothing is drawn here, so the map does not know where its ground is.
  vi.spyOn(map, 'getPixelFromCoordinate').mockImplementation(([x = 0, y = 0]) => [x * 10, -y * 10]);
});

afterEach(() => map.getTargetElement()?.remove());

function draw(shape: DrawnShape | null) {
  const drawing = { shape, onDrawn: vi.fn(), onCancel: vi.fn() };
  const hook = renderHook((now: typeof drawing) => useDrawing(map, now, STYLE), {
    initialProps: drawing,
  });
  const tools = () => map.getInteractions().getArray();
  return {
    ...drawing,
    polygon: () => tools().find((tool) => tool instanceof Draw),
    box: () => tools().find((tool) => tool instanceof BoxInteraction),
    stop: () => hook.rerender({ ...drawing, shape: null }),
  };
}

const press = (key: string) => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  map.getTargetElement()?.dispatchEvent(event);
};

it('hands over a polygon as WKT, and puts its tool away', () => {
  const { polygon, onDrawn, stop } = draw('polygon');
  expect(document.activeElement).toBe(map.getTargetElement());
  polygon()?.appendCoordinates([
    [99, 29],
    [103, 29],
    [103.00000049, 33],
  ]);
  polygon()?.finishDrawing();
  expect(onDrawn).toHaveBeenCalledExactlyOnceWith('POLYGON((99 29,103 29,103 33,99 29))');
  stop();
  expect(polygon()).toBeUndefined();
});

it('draws a rectangle with the tool of the portal', () => {
  const { polygon, box } = draw('box');
  expect(polygon()).toBeUndefined();
  expect(box()).toBeDefined();
});

it('is given up by Escape, which the dialog around it does not hear of', () => {
  const { onCancel } = draw('polygon');
  const heard = vi.fn();
  document.body.addEventListener('keydown', heard);
  press('Escape');
  expect(onCancel).toHaveBeenCalledOnce();
  expect(heard).not.toHaveBeenCalled();
  press('a');
  expect(heard).toHaveBeenCalledOnce();
  document.body.removeEventListener('keydown', heard);
});

it('leaves the keys alone while nothing is drawn', () => {
  const { onCancel } = draw(null);
  press('Escape');
  expect(onCancel).not.toHaveBeenCalled();
});
