/** A rectangle of the window, in pixels from its upper left corner. */
export type Box = { x: number; y: number; width: number; height: number };

type Size = Pick<Box, 'width' | 'height'>;

/** Distance between the places that are tried, and from the edge of the window, in pixels. */
const STEP = 8;

/** Area that two boxes share, in square pixels. */
function shared(one: Box, other: Box): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return width > 0 && height > 0 ? width * height : 0;
}

/** How much of `taken` a box covers. */
export const covered = (box: Box, taken: readonly Box[]): number =>
  taken.reduce((sum, one) => sum + shared(box, one), 0);

/**
 * The place nearest to where a box stands that covers nothing of `taken`; where there is none, the one that covers
 * least.
 */
export function freePlace(box: Box, taken: readonly Box[], room: Size): Pick<Box, 'x' | 'y'> {
  let best = { x: box.x, y: box.y, area: covered(box, taken), far: 0 };
  if (best.area === 0) return { x: box.x, y: box.y };
  for (let y = STEP; y + box.height + STEP <= room.height; y += STEP) {
    for (let x = STEP; x + box.width + STEP <= room.width; x += STEP) {
      const far = (x - box.x) ** 2 + (y - box.y) ** 2;
      if (best.area === 0 && far >= best.far) continue;
      const area = covered({ ...box, x, y }, taken);
      if (area < best.area || (area === best.area && far < best.far)) best = { x, y, area, far };
    }
  }
  return { x: best.x, y: best.y };
}

/** What is pressed, ticked, typed into or followed. */
const CONTROLS = [
  'a[href]',
  'button',
  'input',
  'select',
  'textarea',
  'label',
  'summary',
  '.MuiInputBase-root',
  '.MuiPickersInputBase-root',
  ...['button', 'combobox', 'menuitem', 'option', 'slider', 'tab', 'treeitem'].map(
    (role) => `[role="${role}"]`,
  ),
].join(',');

/** Pixels inside an edge at which a control is looked for: borders belong to it, what lies beside it does not. */
const INSIDE = 2;

/** Whether a person can reach a control: it is not scrolled away, and no dialog lies over it. */
function reachable(control: Element, { x, y, width, height }: Box, message: Element): boolean {
  const points = [
    [x + width / 2, y + height / 2],
    [x + INSIDE, y + INSIDE],
    [x + width - INSIDE, y + height - INSIDE],
  ] as const;
  return points.some(([left, top]) => {
    // As if the message were not there: else what it stands on would change with its place, and it would move for ever.
    const hit = document.elementsFromPoint(left, top).find((one) => !message.contains(one));
    return hit !== undefined && control.contains(hit);
  });
}

/** Where the controls stand that a person can reach, or would if `message` were not over them. */
function controlsIn(room: Box, message: Element): Box[] {
  const boxes: Box[] = [];
  for (const control of document.querySelectorAll(CONTROLS)) {
    if (message.contains(control)) continue;
    const { x, y, width, height } = control.getBoundingClientRect();
    const box = { x, y, width, height };
    if (shared(box, room) > 0 && reachable(control, box, message)) boxes.push(box);
  }
  return boxes;
}

/** Offsets, because the message is small while it appears. */
const boxOf = (frame: HTMLElement, text: HTMLElement): Box => ({
  x: frame.offsetLeft + text.offsetLeft,
  y: frame.offsetTop + text.offsetTop,
  width: text.offsetWidth,
  height: text.offsetHeight,
});

/** Moves a passing message, a fixed box in `host`, off the controls that it covers. */
export function uncover(host: Element): void {
  const frame = host.querySelector<HTMLElement>('.MuiSnackbar-root');
  const text = frame?.firstElementChild;
  if (frame === null || !(text instanceof HTMLElement)) return;
  const box = boxOf(frame, text);
  if (controlsIn(box, host).length === 0) return;
  const room = { x: 0, y: 0, width: window.innerWidth, height: window.innerHeight };
  const taken = controlsIn(room, host);
  const whole = { ...box, ...freePlace(box, taken, room) };
  const spot = covered(whole, taken) === 0 ? whole : narrowest(frame, text, taken, room);
  if (spot.x === box.x && spot.y === box.y && spot.width === box.width) return;
  Object.assign(frame.style, {
    // Its lines break as they did: a place near an edge must not make it higher.
    width: `${spot.width + 1}px`,
    left: `${spot.x}px`,
    top: `${spot.y}px`,
    right: 'auto',
    bottom: 'auto',
    transform: 'none',
  });
}

/** On a phone a message is as wide as the window, which may have no such place: as wide as its text it may fit beside something. */
function narrowest(frame: HTMLElement, text: HTMLElement, taken: readonly Box[], room: Size): Box {
  const maxWidth = `${room.width - 2 * STEP}px`;
  Object.assign(frame.style, { width: 'max-content', maxWidth, right: 'auto' });
  const box = boxOf(frame, text);
  return { ...box, ...freePlace(box, taken, room) };
}
