/** How the buttons that save a table or a chart stand at its foot; they are not printed. */
export const SAVE_FOOT = {
  p: 0.5,
  display: 'flex',
  flexWrap: 'wrap',
  // The icon of each belongs to the word behind it.
  columnGap: 2,
  alignItems: 'center',
  justifyContent: 'flex-end',
  displayPrint: 'none',
} as const;
