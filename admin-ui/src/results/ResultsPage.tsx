import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { PageHead } from '../parts/PageHead';
import { useTab } from '../parts/useTab';
import { ResultFigures } from './ResultFigures';
import { ResultTable } from './ResultTable';

const TABS = ['list', 'figures'] as const;
const tabId = (tab: (typeof TABS)[number]) => `results-${tab}`;
const PANEL = 'results-panel';

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
      <Tabs
        value={tab}
        onChange={(_, next: typeof tab) => show(next)}
        aria-label={m.title}
        sx={{ mb: 2 }}
      >
        {TABS.map((name) => (
          <Tab
            key={name}
            id={tabId(name)}
            value={name}
            label={m.tabs[name]}
            aria-controls={name === tab ? PANEL : undefined}
          />
        ))}
      </Tabs>
      <Box role="tabpanel" id={PANEL} aria-labelledby={tabId(tab)}>
        {tab === 'list' ? <ResultTable /> : <ResultFigures />}
      </Box>
    </>
  );
}
