/** A table that is at least so many pixels wide; on phones every row is a block of lines, labelled by `data-label`. */
export const blockRows = (minWidth: number) =>
  ({
    minWidth: { xs: 0, sm: minWidth },
    '@media (max-width:599.95px)': {
      '& thead': { display: 'none' },
      '& tbody, & tr': { display: 'block' },
      '& tr': { py: 1, borderBottom: 1, borderColor: 'divider' },
      '& td': {
        display: 'flex',
        // Cells at the right of a table turn their content round.
        flexDirection: 'row',
        textAlign: 'left',
        gap: 2,
        border: 0,
        py: 0.5,
        alignItems: 'baseline',
      },
      '& td::before': {
        content: 'attr(data-label)',
        flex: '0 0 104px',
        // Cells of numbers keep to one line; their labels need not.
        whiteSpace: 'normal',
        color: 'text.secondary',
        fontFamily: 'inherit',
      },
      '& td > *': { minWidth: 0 },
    },
  }) as const;
