import { act, cleanup, screen } from '@testing-library/react';
import { setupServer } from 'msw/node';
import VectorLayer from 'ol/layer/Vector';
import type OlMap from 'ol/Map';
import { useState } from 'react';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { SCRATCH } from '../../map/createMap';
import type { GlobeHandlers, GlobeStage } from '../../map/mapStage';
import { useMapStage } from '../../map/mapStage';
import { everyScreen, openAt } from '../../test/portal';
import Measurements, { type Measurement } from '../measure/Measurements';
import { MeasureTool } from '../measure/MeasureTool';
import { cornerAt, MapOverlay } from '../overlay/MapOverlay';
import { PointQueryTool } from '../point/PointQueryTool';
import { TestStage } from '../testStage';
import { SKETCH } from '../toolStyles';
import { nearTo } from './globeDraw';
import type { DrawKind } from './sketch';
import { useDraw } from './useDraw';

const server = setupServer(...everyScreen());

beforeAll(() => server.listen({ onUnhandledRequest: 'bypass' }));
afterEach(cleanup);
afterAll(() => server.close());

/** A globe of 10 pixels a degree, on which everything west of 0 lies behind the Earth. */
function testGlobe() {
  const heard = new Set<GlobeHandlers>();
  const hold = vi.fn();
  const stage: GlobeStage = {
    element: document.createElement('div'),
    over: document.body.appendChild(document.createElement('div')),
    listen: (handlers) => {
      heard.add(handlers);
      return () => void heard.delete(handlers);
    },
    screenOf: ([lon, lat]) => (lon < 0 ? null : [lon * 10, 900 - lat * 10]),
    onPicture: () => () => {},
    hold,
  };
  const point = (lon: number, lat: number) => ({
    at: [lon, lat] as [number, number],
    pixel: [lon * 10, 900 - lat * 10] as [number, number],
  });
  const tell = (name: keyof GlobeHandlers) => (lon: number, lat: number) =>
    act(() => {
      for (const handlers of heard) handlers[name]?.(point(lon, lat));
    });
  return {
    stage,
    hold,
    heard,
    click: tell('onClick'),
    move: tell('onMove'),
    down: tell('onDown'),
    up: tell('onUp'),
  };
}

function Drawn({ kind, onDone }: { kind: DrawKind; onDone: (shape: unknown) => void }) {
  const [sketch, setSketch] = useState('');
  useDraw(useMapStage(), kind, SKETCH, {
    onSketch: (now) => setSketch(JSON.stringify(now?.points ?? null)),
    onDone,
    onCancel: () => {},
  });
  return <output>{sketch}</output>;
}

function draw(kind: DrawKind) {
  const globe = testGlobe();
  const onDone = vi.fn();
  let map: OlMap | undefined;
  openAt(
    '/search',
    <TestStage globe={globe.stage} onMap={(made) => (map = made)}>
      <Drawn kind={kind} onDone={onDone} />
    </TestStage>,
  );
  const sketched = () =>
    (map?.getLayers().getArray() ?? [])
      .filter((layer) => layer instanceof VectorLayer && layer.get('name') === SCRATCH)
      .flatMap((layer) => (layer as VectorLayer).getSource()?.getFeatures() ?? []);
  return { ...globe, onDone, sketched };
}

describe('drawing on the globe', () => {
  it('makes a polygon of clicks, which a second click on the last point ends', () => {
    const { click, move, onDone, sketched } = draw('Polygon');
    click(100, 30);
    click(110, 30);
    move(110, 35);
    expect(screen.getByText('[[100,30],[110,30],[110,35]]')).toBeTruthy();
    expect(sketched()).toHaveLength(1);
    click(110, 40);
    click(110, 40);
    expect(onDone).toHaveBeenCalledExactlyOnceWith({
      kind: 'polygons',
      polygons: [
        [
          [
            [100, 30],
            [110, 30],
            [110, 40],
            [100, 30],
          ],
        ],
      ],
    });
    expect(sketched()).toHaveLength(0);
  });

  it('does not end with fewer points than a shape has', () => {
    const { click, onDone } = draw('Polygon');
    click(100, 30);
    click(110, 30);
    click(110, 30);
    expect(onDone).not.toHaveBeenCalled();
  });

  it('counts on beyond 180 degrees', () => {
    const { click, onDone } = draw('LineString');
    click(170, 10);
    click(-170, 12);
    click(-170, 12);
    expect(onDone).toHaveBeenCalledExactlyOnceWith({
      kind: 'lines',
      lines: [
        [
          [170, 10],
          [190, 12],
        ],
      ],
    });
    expect(nearTo([-170, 0], [190, 0])).toEqual([190, 0]);
  });

  it('drags a box while the camera stands still', () => {
    const { down, move, up, hold, onDone } = draw('Box');
    expect(hold).toHaveBeenLastCalledWith(true);
    down(100, 40);
    move(105, 35);
    up(110, 30);
    expect(onDone.mock.calls[0]?.[0]).toMatchObject({
      polygons: [
        [
          [
            [100, 30],
            [110, 30],
            [110, 40],
            [100, 40],
            [100, 30],
          ],
        ],
      ],
    });
    cleanup();
    expect(hold).toHaveBeenLastCalledWith(false);
  });

  it('lets go of the pointer when it is over', () => {
    const { heard } = draw('Point');
    expect(heard.size).toBe(1);
    cleanup();
    expect(heard.size).toBe(0);
  });
});

it('measures on the globe', () => {
  const globe = testGlobe();
  const onMeasured = vi.fn();
  openAt(
    '/search',
    <TestStage globe={globe.stage}>
      <MeasureTool
        tool="measureDistance"
        onMeasured={onMeasured}
        onDone={() => {}}
        onExit={() => {}}
      />
    </TestStage>,
  );
  globe.click(100, 0);
  globe.click(101, 0);
  globe.click(101, 0);
  expect(onMeasured.mock.calls[0]?.[0].value).toBeCloseTo(111_319.5, 0);
});

it('asks about a place that is clicked on the globe', async () => {
  const globe = testGlobe();
  openAt(
    '/search',
    <TestStage globe={globe.stage}>
      <PointQueryTool
        nodeIds={[]}
        about={{ kind: null, from: null, to: null }}
        onOpen={() => {}}
        onExit={() => {}}
      />
    </TestStage>,
  );
  expect(globe.stage.element.style.cursor).toBe('crosshair');
  globe.click(104, 30);
  const kept = JSON.parse(localStorage.getItem('scenedock.pointQuery.WX') ?? '{}');
  expect(kept.wkt).toContain('104.0001 30');
});

describe('what stands at a place of the globe', () => {
  it('goes where the place is, and hides with it behind the Earth', () => {
    const { stage } = testGlobe();
    openAt(
      '/search',
      <TestStage globe={stage}>
        <MapOverlay at={[20, 30]}>near</MapOverlay>
        <MapOverlay at={[-20, 30]}>far</MapOverlay>
      </TestStage>,
    );
    expect(screen.getByText('near').style.transform).toBe('translate(200px, 600px)');
    expect(screen.getByText('far').style.visibility).toBe('hidden');
    expect(stage.over.contains(screen.getByText('near'))).toBe(true);
  });

  it('never lies under the hint bar when it is to be seen as a whole', () => {
    const look = { positioning: 'bottom-center', offset: [0, -12], intoView: true } as const;
    const size = { width: 340, height: 300 };
    const room = { width: 740, height: 850 };
    const at = (pixel: [number, number]) =>
      cornerAt(pixel, { ...look, offset: [0, -12] }, size, room);
    expect(at([370, 600])).toEqual([200, 288]);
    expect(at([10, 100])).toEqual([8, 112]);
    expect(at([735, 849])).toEqual([392, 537]);
  });
});

it('says that a measured area crosses itself', () => {
  const area = (line: Measurement['line']): Measurement => ({
    id: line.length,
    kind: 'area',
    line,
    at: [1, 1],
    value: 1e9,
  });
  const crossed = area([
    [0, 0],
    [2, 2],
    [2, 0],
    [0, 2],
    [0, 0],
  ]);
  const plain = area([
    [0, 0],
    [2, 0],
    [2, 2],
    [0, 0],
  ]);
  openAt(
    '/search',
    <TestStage>
      <Measurements all={[crossed, plain]} visible onRemove={() => {}} />
    </TestStage>,
  );
  expect(screen.getAllByText(/自相交，无法计算面积/)).toHaveLength(1);
});
