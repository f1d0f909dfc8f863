/** Height of a row of scenes, and of the head, in pixels (orders specification section 9). */
const ROW_PX = 42;

/** Share of the window's height that the table of scenes takes. */
const SHARE = 0.52;

/** Until the window's height is known. */
const INITIAL = 50;

/** Scenes on a page: what fits into 52% of the window below the head. */
export function scenePageSize(windowHeight: number): number {
  if (!(windowHeight > 0)) {
    return INITIAL;
  }
  return Math.max(1, Math.floor((windowHeight * SHARE - ROW_PX) / ROW_PX));
}
