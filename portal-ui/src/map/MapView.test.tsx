import { act } from '@testing-library/react';
import type View from 'ol/View';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { everyScreen, openAt, useServer } from '../test/portal';
import MapView from './MapView';
import { useMapStage } from './mapStage';

useServer(everyScreen());

// A flight that has begun goes on for as long as a test looks at it.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const CHENGDU = 'POLYGON((104 30,105 30,105 31,104 31,104 30))';
const URUMQI = 'POLYGON((87 43,88 43,88 44,87 44,87 43))';

let view: View | null = null;
let look: (wkt: string) => void = () => undefined;

function Probe() {
  view = useMapStage().map.getView();
  return null;
}

function Stage({ full }: { full: boolean }) {
  const [focus, setFocus] = useState(CHENGDU);
  look = setFocus;
  return (
    <MapView footprints={[]} focus={focus} full={full}>
      <Probe />
    </MapView>
  );
}

async function open(full: boolean): Promise<View> {
  view = null;
  openAt('/', <Stage full={full} />);
  return vi.waitFor(() => {
    if (view === null) throw new Error('no map yet');
    return view;
  });
}

/** Whether a place is, but for the room that tools take, in the middle. */
const isMiddle = (one: View, at: [number, number]) =>
  at.every((degrees, axis) => Math.abs((one.getCenter()?.[axis] ?? 0) - degrees) < 0.5);

it('a map that is part of a page stands at what it is about from the first, and flies to what is next', async () => {
  const embedded = await open(false);
  expect(embedded.getAnimating()).toBe(false);
  expect(isMiddle(embedded, [104.5, 30.5])).toBe(true);
  act(() => look(URUMQI));
  expect(embedded.getAnimating()).toBe(true);
});

it('a screen of its own flies to what is asked for from where it stands', async () => {
  const full = await open(true);
  expect(full.getAnimating()).toBe(true);
  expect(isMiddle(full, [104.5, 30.5])).toBe(false);
});
