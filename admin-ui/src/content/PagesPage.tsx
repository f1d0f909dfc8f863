import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type ContentPage, contentDesk, formatTime, QueryResult } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { PageHead } from '../parts/PageHead';
import { CONTENT, WRITING } from './contentTopic';
import { PageEditor } from './PageEditor';

const PAGES: readonly ContentPage[] = [
  'userGuide',
  'productIntro',
  'offLineDisk',
  'maintenance',
  'contactUs',
];

/** The pages of the portal whose texts may be replaced, one at a time. */
export function PagesPage() {
  const { contentPages: m, content } = useAdminMessages();
  const [params, setParams] = useSearchParams();
  const page = PAGES.find((one) => one === params.get('name')) ?? 'userGuide';
  const { data } = useQuery({
    queryKey: [CONTENT, 'pages'],
    queryFn: ({ signal }) => contentDesk.pages.list({ signal }),
  });
  const state = data?.items.find((one) => one.page === page);
  return (
    <>
      <PageHead title={m.title} />
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        {m.intro}
      </Typography>
      <Stack direction="row" sx={{ mb: 1.5, gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
        <TextField
          select
          label={m.page}
          value={page}
          onChange={({ target }) => setParams({ name: target.value })}
          sx={{ width: 200, '& .MuiInputBase-root': { bgcolor: 'background.paper' } }}
        >
          {PAGES.map((one) => (
            <MenuItem key={one} value={one}>
              {content.pageNames[one]}
            </MenuItem>
          ))}
        </TextField>
        {state && (
          <Typography variant="body2" color="textSecondary">
            {state.replaced ? m.replaced(state.savedBy ?? '', formatTime(state.savedAt)) : m.own}
          </Typography>
        )}
      </Stack>
      <Editor key={page} page={page} />
    </>
  );
}

function Editor({ page }: { page: ContentPage }) {
  const query = useQuery({
    queryKey: [WRITING, 'page', page],
    queryFn: ({ signal }) => contentDesk.pages.get(page, { signal }),
    // What is being written is not replaced by what is read anew.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <QueryResult query={query}>
      {(stored) => <PageEditor key={stored.revisions[0]?.id ?? 0} stored={stored} />}
    </QueryResult>
  );
}
