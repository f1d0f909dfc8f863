import { configure } from '@testing-library/react';

// Screens are waited for, not timed: a loaded machine may take long, and passing tests never wait this long.
configure({ asyncUtilTimeout: 15_000 });

// jsdom lays nothing out.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
if (typeof Element !== 'undefined') Element.prototype.scrollTo ??= () => {};
