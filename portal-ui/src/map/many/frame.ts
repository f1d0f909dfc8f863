/** What a picture shows: its north-western corner, degrees per pixel, size in pixels. */
export type Frame = {
  west: number;
  north: number;
  resolution: number;
  width: number;
  height: number;
  /** Pixels of the picture for one pixel of the style. */
  ratio: number;
};
