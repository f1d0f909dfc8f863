import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { PageTitle } from '../parts/PageTitle';

interface GuidePageProps {
  title: string;
  intro: string;
  children: ReactNode;
}

/** A page that explains something: its title, a sentence, and what follows. */
export function GuidePage({ title, intro, children }: GuidePageProps) {
  return (
    <Stack spacing={2} sx={{ maxWidth: 960 }}>
      <PageTitle parts={[title]} />
      <Typography variant="h1">{title}</Typography>
      <Typography color="textSecondary">{intro}</Typography>
      {children}
    </Stack>
  );
}
