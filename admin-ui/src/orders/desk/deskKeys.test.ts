import { afterEach, expect, it } from 'vitest';
import { commandOf, type DeskCommand } from './deskKeys';

afterEach(() => {
  document.body.innerHTML = '';
});

/** What a key does that is pressed on an element. */
function press(key: string, on: Element = document.body, init: KeyboardEventInit = {}) {
  let command: DeskCommand | null = null;
  const hear = (event: KeyboardEvent) => {
    command = commandOf(event);
  };
  window.addEventListener('keydown', hear);
  on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...init }));
  window.removeEventListener('keydown', hear);
  return command;
}

function put(html: string): Element {
  document.body.innerHTML = html;
  return document.body.firstElementChild as Element;
}

it.each([
  ['j', { act: 'move', by: 1 }],
  ['K', { act: 'move', by: -1 }],
  ['1', { act: 'paper', at: 0 }],
  ['4', { act: 'paper', at: 3 }],
  ['a', { act: 'approve' }],
  ['R', { act: 'reject' }],
  ['u', { act: 'undo' }],
  ['x', { act: 'tick' }],
  ['?', { act: 'help' }],
  ['5', null],
  ['Enter', null],
])('%s', (key, command) => {
  expect(press(key)).toEqual(command);
});

it.each(['<input>', '<input type="search">', '<textarea></textarea>', '<select></select>'])(
  'keys do nothing while somebody writes in %s',
  (html) => {
    expect(press('a', put(html))).toBeNull();
  },
);

it('a tick box takes no text', () => {
  expect(press('a', put('<input type="checkbox">'))).toEqual({ act: 'approve' });
});

it('what lies over the desk has the keys', () => {
  put('<div role="dialog"></div>');
  expect(press('a')).toBeNull();
});

it.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { isComposing: true }])(
  'keys of the browser and of input methods stay theirs: %o',
  (init) => {
    expect(press('a', document.body, init)).toBeNull();
  },
);

it('a key that is held down moves on and decides nothing', () => {
  const held = { repeat: true };
  expect(press('j', document.body, held)).toEqual({ act: 'move', by: 1 });
  for (const key of ['a', 'r', 'u', 'x']) expect(press(key, document.body, held)).toBeNull();
});
