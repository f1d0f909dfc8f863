import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** One call to the pretended server takes some thirty rounds, and may be followed by others. */
const ROUNDS = 100;

/** Stops the clock, and every timer with it, until the test moves it on. Calls to the pretended server are answered all the same. */
export function stopClock(): void {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
}

/** Lets what is under way come to its end without a moment passing on the clock. */
export async function settle(): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    // React shows what has changed, and begins what follows from it, at the end of an act.
    await act(async () => {
      await new Promise((go) => setImmediate(go));
      await vi.advanceTimersByTimeAsync(0);
    });
  }
}

/** Moves a stopped clock on, and lets what that begins come to its end. */
export async function moveClock(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms));
  await settle();
}
