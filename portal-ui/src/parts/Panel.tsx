import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

type Props = { title: string; side?: ReactNode; children: ReactNode };

/** A titled white card. */
export function Panel({ title, side, children }: Props) {
  const id = useId();
  return (
    <Paper component="section" variant="outlined" aria-labelledby={id} sx={{ p: 2 }}>
      <Stack direction="row" sx={{ mb: 2, alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
        <Typography
          id={id}
          variant="h2"
          sx={{ flex: 1, borderLeft: 3, borderColor: 'secondary.light', pl: 1, lineHeight: 1.2 }}
        >
          {title}
        </Typography>
        {side}
      </Stack>
      {children}
    </Paper>
  );
}
