import { vi } from 'vitest';

/** Gives charts a size for the rest of the test: jsdom lays nothing out, and a chart without a size draws nothing. */
export function drawCharts() {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const isPlace = this.matches('.recharts-responsive-container');
    return isPlace ? new DOMRect(0, 0, 640, 260) : new DOMRect(0, 0, 28, 12);
  });
}
