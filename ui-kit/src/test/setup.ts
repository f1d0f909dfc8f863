import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import './ownerStacks';

// Screens are waited for, not timed: a loaded machine may take long, and passing tests never wait this long.
configure({ asyncUtilTimeout: 15_000 });

// jsdom lays nothing out.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
if (typeof Element !== 'undefined') Element.prototype.scrollTo ??= () => {};

// A phone that one file pretends to be is not the next one's screen.
afterAll(() => {
  vi.unstubAllGlobals();
});

// Files share what they load: a test that left calls unanswered must not lock the pages of the next one.
if (typeof window !== 'undefined') {
  const { releaseLock } = await import('../session/lock');
  const { reach } = await import('../session/reach');
  const { forgetStyles } = await import('./styles');
  // Nor is what it rendered found there.
  afterEach(() => {
    cleanup();
    reach.forget();
    releaseLock();
  });
  // Styles of all files before would make every look at the page slower.
  afterAll(forgetStyles);
}
