import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LocaleProvider } from '../messages/LocaleProvider';
import { DayField } from './DayField';
import { type Box, covered, freePlace, uncover } from './freePlace';

const ROOM = { width: 400, height: 300 };

const MESSAGE: Box = { x: 16, y: 240, width: 160, height: 44 };

describe('the place of a message', () => {
  it('is where it stands when it covers nothing', () => {
    const beside = { x: 200, y: 240, width: 80, height: 44 };
    expect(freePlace(MESSAGE, [beside], ROOM)).toEqual({ x: 16, y: 240 });
  });

  it('is the nearest that is free', () => {
    const under = { x: 20, y: 250, width: 60, height: 30 };
    const place = freePlace(MESSAGE, [under], ROOM);
    expect(covered({ ...MESSAGE, ...place }, [under])).toBe(0);
    // Beside the control is nearer than above it in this row, and it stays in the window.
    expect(Math.hypot(place.x - MESSAGE.x, place.y - MESSAGE.y)).toBeLessThan(64);
    expect(place.y + MESSAGE.height).toBeLessThanOrEqual(ROOM.height);
  });

  it('covers least where nothing is free', () => {
    const all = { x: 0, y: 0, width: 400, height: 200 };
    const rest = { x: 0, y: 220, width: 400, height: 80 };
    const place = freePlace(MESSAGE, [all, rest], ROOM);
    expect(covered({ ...MESSAGE, ...place }, [all, rest])).toBeLessThan(
      covered(MESSAGE, [all, rest]),
    );
  });
});

/** What a test puts on the page: where each element is, and which of them lie over one another, uppermost first. */
type Part = [element: Element, box: Box];

/** A page in which these are all there is to see. */
function lay(parts: Part[]) {
  const boxOf = new Map(parts);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const { x = 0, y = 0, width = 0, height = 0 } = boxOf.get(this) ?? {};
    return new DOMRect(x, y, width, height);
  });
  document.elementsFromPoint = (left, top) =>
    parts.flatMap(([element, { x, y, width, height }]) =>
      left >= x && left <= x + width && top >= y && top <= y + height ? [element] : [],
    );
}

/** A message of 160 by 44 pixels at the bottom left of the window. */
function message() {
  const host = document.createElement('div');
  host.innerHTML = '<div class="MuiSnackbar-root"><p>m</p></div>';
  document.body.append(host);
  const [frame, text] = ['div', 'p'].map((name) => host.querySelector(name)) as [
    HTMLElement,
    HTMLElement,
  ];
  const place = () => ({
    x: Number.parseInt(frame.style.left || '24', 10),
    y: Number.parseInt(frame.style.top || '650', 10),
  });
  /** Its text needs half of its width. */
  const width = () =>
    frame.style.width === 'max-content' ? 80 : Number.parseInt(frame.style.width || '160', 10);
  const size = (element: HTMLElement, box: Record<string, () => number>) => {
    for (const [name, get] of Object.entries(box)) Object.defineProperty(element, name, { get });
  };
  size(frame, { offsetLeft: () => place().x, offsetTop: () => place().y });
  size(text, {
    offsetLeft: () => 0,
    offsetTop: () => 0,
    offsetWidth: width,
    offsetHeight: () => 44,
  });
  return { host, frame, box: (): Box => ({ ...place(), width: width(), height: 44 }) };
}

function element(name: string): HTMLElement {
  const made = document.createElement(name);
  document.body.append(made);
  return made;
}

describe('a message over a control', () => {
  afterEach(() => {
    cleanup();
    document.body.replaceChildren();
    Reflect.deleteProperty(document, 'elementsFromPoint');
    vi.restoreAllMocks();
  });

  const UNDER: Box = { x: 30, y: 660, width: 90, height: 30 };

  it('moves off a button', () => {
    const { host, box } = message();
    const button = element('button');
    lay([
      [host, box()],
      [button, UNDER],
    ]);
    uncover(host);
    expect(covered(box(), [UNDER])).toBe(0);
  });

  it('moves off a day that can be typed', async () => {
    render(
      <LocaleProvider>
        <DayField label="开始" value="2026-03-05" onChange={() => undefined} />
      </LocaleProvider>,
    );
    const year = await screen.findByRole('spinbutton', { name: /年|year/i });
    // The frame of the field: what stands within it is small, and far from the message.
    const field = year.closest('[class*="InputBase-root"]');
    if (field === null) throw new Error('no frame');
    const { host, box } = message();
    lay([
      [host, box()],
      [field, UNDER],
    ]);
    uncover(host);
    expect(covered(box(), [UNDER])).toBe(0);
  });

  it('becomes as narrow as its text where no place is as wide as it was', () => {
    const { host, frame, box } = message();
    // Strips from top to bottom, a hundred pixels apart.
    const strips = Array.from({ length: 7 }, (_, n) => ({
      x: n * 160,
      y: 0,
      width: 60,
      height: 768,
    }));
    lay([[host, box()], ...strips.map((strip): Part => [element('button'), strip])]);
    uncover(host);
    expect(box().width).toBeLessThan(100);
    // A text that is longer breaks before the edge.
    expect(frame.style.maxWidth).toBe(`${window.innerWidth - 16}px`);
    expect(covered(box(), strips)).toBe(0);
  });

  it('stays when a dialog lies over the button', () => {
    const { host, box } = message();
    lay([
      [host, box()],
      [element('div'), { x: 0, y: 0, width: 1024, height: 768 }],
      [element('button'), UNDER],
    ]);
    uncover(host);
    expect(box()).toMatchObject({ x: 24, y: 650 });
  });

  it('rests where it went, though it then stands on what nobody can reach', () => {
    const { host, box } = message();
    const parts: Part[] = [[element('button'), UNDER]];
    lay([[host, box()], ...parts]);
    uncover(host);
    const first = box();
    // Behind a panel lies another button, right under the new place.
    const panel = element('div');
    lay([[host, first], ...parts, [panel, first], [element('button'), first]]);
    uncover(host);
    expect(box()).toEqual(first);
  });
});
