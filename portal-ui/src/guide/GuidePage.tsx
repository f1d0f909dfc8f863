import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ContentPage } from '@scenedock/ui-kit';
import type { ReactNode } from 'react';
import { PageTitle } from '../parts/PageTitle';
import { PublishedText } from '../parts/PublishedText';

interface GuidePageProps {
  /** Under which an administrator may have written another text. */
  page: ContentPage;
  title: string;
  intro: string;
  /** The rest of the page's own text. */
  own?: ReactNode;
  /** What the text stands above, whoever wrote it. */
  children?: ReactNode;
}

/** A page that explains something: its title, its text, and what follows. */
export function GuidePage({ page, title, intro, own, children }: GuidePageProps) {
  return (
    <Stack spacing={2} sx={{ maxWidth: 960 }}>
      <PageTitle parts={[title]} />
      <Typography variant="h1">{title}</Typography>
      <PublishedText page={page}>
        <Typography color="textSecondary">{intro}</Typography>
        {own}
      </PublishedText>
      {children}
    </Stack>
  );
}
