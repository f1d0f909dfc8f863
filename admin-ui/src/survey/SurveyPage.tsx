import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { api, EmptyState, QueryResult, useMessages } from '@scenedock/ui-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { ChartTime } from '../parts/figures/ChartTime';
import { PeriodBar } from '../parts/figures/PeriodBar';
import type { Period } from '../parts/figures/period';
import { usePeriod } from '../parts/figures/usePeriod';
import { PageHead } from '../parts/PageHead';
import { AnswerList } from './AnswerList';
import { QuestionChart } from './QuestionChart';
import { type SurveyTab, useSurveyAddress } from './useSurveyAddress';

/** What came of the survey of satisfaction. */
export function SurveyPage() {
  const { survey } = useMessages();
  const { survey: m, statistics } = useAdminMessages();
  const { period, query } = usePeriod();
  const { tab, chosen, show, showAll } = useSurveyAddress();
  return (
    <>
      <PageHead title={survey.link} />
      <Stack spacing={2}>
        <PeriodBar period={period} onQuery={query}>
          {null}
        </PeriodBar>
        <Paper variant="outlined">
          <Tabs
            value={tab}
            onChange={(_, next: SurveyTab) => show(next)}
            aria-label={survey.link}
            sx={{ borderBottom: 1, borderColor: 'divider' }}
          >
            <Tab value="figures" label={m.figures} />
            <Tab value="answers" label={m.answers} />
          </Tabs>
          <ChartTime value={statistics.timeOf(period.from, period.to)}>
            {tab === 'figures' ? (
              <Figures period={period} />
            ) : (
              <AnswerList period={period} chosen={chosen} onAll={showAll} />
            )}
          </ChartTime>
        </Paper>
      </Stack>
    </>
  );
}

function Figures({ period }: { period: Period }) {
  const { survey: m } = useAdminMessages();
  const query = useQuery({
    queryKey: ['survey', 'figures', period],
    queryFn: ({ signal }) => api.survey.figures(period, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <QueryResult query={query}>
      {({ answers, questions }) =>
        answers === 0 ? (
          <EmptyState title={m.none} />
        ) : (
          <Stack
            sx={{
              display: 'grid',
              gap: 3,
              p: 2,
              gridTemplateColumns: { xs: '1fr', lg: '1fr 1fr' },
            }}
          >
            {questions.map((question) => (
              <QuestionChart
                key={question.question}
                question={question}
                answers={answers}
                period={period}
              />
            ))}
          </Stack>
        )
      }
    </QueryResult>
  );
}
