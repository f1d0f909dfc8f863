import { afterEach, describe, expect, it, vi } from 'vitest';
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

describe('a message over a button', () => {
  afterEach(() => {
    document.body.replaceChildren();
    vi.restoreAllMocks();
  });

  /** A page of one button and a message at the bottom left; `top` is what lies uppermost everywhere. */
  function page(top: (parts: { button: Element; host: Element; cover: Element }) => Element) {
    document.body.innerHTML =
      '<button>b</button><div id="cover"></div><div id="host"><div class="MuiSnackbar-root"><p>m</p></div></div>';
    const [button, cover, host, frame, text] = ['button', '#cover', '#host', '#host div', 'p'].map(
      (name) => document.querySelector<HTMLElement>(name) as HTMLElement,
    ) as [HTMLElement, HTMLElement, HTMLElement, HTMLElement, HTMLElement];
    const size = (element: HTMLElement, box: Record<string, number>) => {
      for (const [name, value] of Object.entries(box)) {
        Object.defineProperty(element, name, { value });
      }
    };
    size(frame, { offsetLeft: 24, offsetTop: 650 });
    size(text, { offsetLeft: 0, offsetTop: 0, offsetWidth: 160, offsetHeight: 44 });
    vi.spyOn(button, 'getBoundingClientRect').mockReturnValue(new DOMRect(30, 660, 90, 30));
    document.elementFromPoint = () => top({ button, host, cover });
    uncover(host);
    return frame.style;
  }

  it('moves off it', () => {
    const { left, top } = page(({ host }) => host);
    const box = {
      x: Number.parseInt(left, 10),
      y: Number.parseInt(top, 10),
      width: 160,
      height: 44,
    };
    expect(covered(box, [{ x: 30, y: 660, width: 90, height: 30 }])).toBe(0);
  });

  it('stays when a dialog lies over the button', () => {
    expect(page(({ cover }) => cover).left).toBe('');
  });
});
