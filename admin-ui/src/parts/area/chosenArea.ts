/** Where scenes must be. */
export type ChosenArea =
  | { kind: 'none' }
  | { kind: 'region'; code: string; name: string }
  | OwnArea;

/** An area of one's own: drawn, uploaded, or typed. */
export type OwnArea = { kind: 'wkt'; wkt: string; name: string };
