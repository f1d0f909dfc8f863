import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** Labelled values in a grid, as a description list. */
export function Facts({ children, columns = 2 }: { children: ReactNode; columns?: number }) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        fontSize: '0.875rem',
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', sm: `repeat(${columns}, minmax(0, 1fr))` },
        columnGap: 3,
        rowGap: 1.25,
      }}
    >
      {children}
    </Box>
  );
}

/** One label and its value; a wide one takes the whole row. */
export function Fact({ label, children, wide }: FactProps) {
  return (
    <Box sx={{ display: 'flex', gap: 1, minWidth: 0, gridColumn: wide ? '1 / -1' : undefined }}>
      <Box component="dt" sx={{ color: 'text.secondary', flexShrink: 0, minWidth: 96 }}>
        {label}
      </Box>
      <Box
        component="dd"
        sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}
      >
        {children}
      </Box>
    </Box>
  );
}

interface FactProps {
  label: string;
  children: ReactNode;
  wide?: boolean;
}
