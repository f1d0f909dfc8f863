import type OlMap from 'ol/Map';
import MapBrowserEvent from 'ol/MapBrowserEvent';
import Style from 'ol/style/Style';
import { expect, it, vi } from 'vitest';
import { type Box, BoxInteraction } from './BoxInteraction';

// One degree is ten pixels.
const map = {
  getPixelFromCoordinate: ([lon = 0, lat = 0]: number[]) => [lon * 10, -lat * 10],
} as OlMap;

function pointer(lon: number, lat: number): MapBrowserEvent {
  const event = new MapBrowserEvent('pointer', map, new MouseEvent('x') as PointerEvent);
  event.coordinate = [lon, lat];
  event.pixel = [lon * 10, -lat * 10];
  return event;
}

function tool() {
  const onEnd = vi.fn<(box: Box) => void>();
  const onAbandon = vi.fn();
  const box = new BoxInteraction({ onChange: () => {}, onEnd, onAbandon }, new Style());
  const press = (lon: number, lat: number) => box.handleDownEvent(pointer(lon, lat));
  const release = (lon: number, lat: number) => box.handleUpEvent(pointer(lon, lat));
  return { box, onEnd, onAbandon, press, release };
}

it('is drawn by dragging, whichever corner comes first', () => {
  const { box, onEnd, press, release } = tool();
  press(101, 31);
  box.handleDragEvent(pointer(100.5, 30.5));
  release(100, 30);
  expect(onEnd).toHaveBeenCalledExactlyOnceWith([100, 30, 101, 31]);
});

it('is drawn by clicking two corners; a double click on the first is none', () => {
  const { box, onEnd, press, release } = tool();
  for (let click = 0; click < 2; click += 1) {
    press(100, 30);
    release(100.1, 30.1);
  }
  expect(onEnd).not.toHaveBeenCalled();
  box.handleMoveEvent(pointer(105, 33));
  press(110, 35);
  release(110, 35);
  expect(onEnd).toHaveBeenCalledExactlyOnceWith([100, 30, 110, 35]);
});

it('begins anew when its corner is taken back', () => {
  const { box, onEnd, press, release } = tool();
  press(100, 30);
  release(100, 30);
  expect(box.removeLastPoint()).toBe(true);
  expect(box.removeLastPoint()).toBe(false);
  press(50, 10);
  release(60, 20);
  expect(onEnd).toHaveBeenCalledExactlyOnceWith([50, 10, 60, 20]);
});

it('gives way to two fingers', () => {
  const { box, onEnd, onAbandon, press, release } = tool();
  press(100, 30);
  vi.spyOn(box, 'getPointerCount').mockReturnValue(2);
  box.handleDragEvent(pointer(101, 31));
  box.handleDragEvent(pointer(102, 32));
  release(103, 33);
  expect(onEnd).not.toHaveBeenCalled();
  expect(onAbandon).toHaveBeenCalledOnce();
});

it('is none without a width or a height', () => {
  const { onEnd, press, release } = tool();
  press(100, 30);
  release(110, 30.1);
  press(100, 30);
  release(100.1, 40);
  expect(onEnd).not.toHaveBeenCalled();
});
