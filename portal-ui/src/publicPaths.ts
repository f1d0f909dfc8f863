/** Pages for everybody beside the search. */
export const PUBLIC_PATHS = [
  'contactUs',
  'productIntro',
  'userGuide',
  'offLineDisk',
  'maintenance',
  'news',
  'news/:id',
  'verify',
] as const;

export type PublicPath = (typeof PUBLIC_PATHS)[number];
