import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Title } from 'react-admin';

/** Name of a page, with its buttons at the right. */
export function PageHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <Stack direction="row" sx={ROW}>
      <Title title={title} />
      <Typography component="h1" variant="h1">
        {title}
      </Typography>
      <Box sx={{ flex: 1 }} />
      {children}
    </Stack>
  );
}

/** Buttons are as high as the fields beside them. */
const ROW = {
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: 1,
  mb: 1.5,
  '& .MuiButton-root': { minHeight: 38 },
} as const;
