import Typography from '@mui/material/Typography';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { PageHead } from '../parts/PageHead';
import { PageTabs } from '../parts/PageTabs';
import { useTab } from '../parts/useTab';
import { ResultFigures } from './ResultFigures';
import { ResultTable } from './ResultTable';

const TABS = ['list', 'figures'] as const;
/** What applicants made with the data, to be checked and counted. */
export function ResultsPage() {
  const { results: m } = useAdminMessages();
  const [tab, show] = useTab(TABS);
  return (
    <>
      <PageHead title={m.title} />
      <Typography variant="body2" color="textSecondary">
        {m.intro}
      </Typography>
      <PageTabs page="results" title={m.title} tabs={TABS} labels={m.tabs} open={tab} onOpen={show}>
        {tab === 'list' ? <ResultTable /> : <ResultFigures />}
      </PageTabs>
    </>
  );
}
