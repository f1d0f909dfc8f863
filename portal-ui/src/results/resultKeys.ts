/** Under which what was read of results is kept. */
export const RESULTS = ['results'] as const;
