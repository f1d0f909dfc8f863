import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import {
  api,
  EmptyState,
  type Fact,
  Facts,
  formatTime,
  type GivenSurveyAnswer,
  QueryResult,
  useMessages,
} from '@scenedock/ui-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useAdminMessages } from '../i18n/useAdminMessages';
import type { Period } from '../parts/figures/period';
import { Pages } from '../parts/Pages';

const PAGE_SIZE = 10;

interface AnswerListProps {
  period: Period;
  page: number;
  onPage: (page: number) => void;
}

/** What people answered, one by one, the newest first. */
export function AnswerList({ period, page, onPage }: AnswerListProps) {
  const { survey: m } = useAdminMessages();
  const query = useQuery({
    queryKey: ['survey', 'answers', period, page],
    queryFn: ({ signal }) =>
      api.survey.answers({ ...period, page, pageSize: PAGE_SIZE }, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <QueryResult query={query}>
      {({ items, total }) =>
        items.length === 0 ? (
          <EmptyState title={m.none} />
        ) : (
          <>
            {items.map((answer) => (
              <Answer key={`${answer.loginName} ${answer.answeredAt}`} answer={answer} />
            ))}
            <Pages total={total} pageSize={PAGE_SIZE} page={page} onPage={onPage} />
          </>
        )
      }
    </QueryResult>
  );
}

function Answer({ answer }: { answer: GivenSurveyAnswer }) {
  const { survey, common } = useMessages();
  const { questions, choices } = survey;
  const several = (names: readonly string[], other: string) =>
    [...names, ...(other === '' ? [] : [other])].join(common.listComma);
  const facts: Fact[] = [
    [
      questions.occupation,
      several([choices.occupation[answer.occupation]], answer.otherOccupation),
    ],
    [questions.frequency, choices.frequency[answer.frequency]],
    [questions.dataQuality, choices.dataQuality[answer.dataQuality]],
    [
      questions.problems,
      several(
        answer.problems.map((one) => choices.problems[one]),
        answer.otherProblems,
      ),
    ],
    [
      questions.customerServiceImprovements,
      several(
        answer.customerServiceImprovements.map((one) => choices.customerServiceImprovements[one]),
        answer.otherCustomerServiceImprovements,
      ),
    ],
    [
      questions.recommendationWillingness,
      choices.recommendationWillingness[answer.recommendationWillingness],
    ],
    [survey.suggestions, answer.suggestions],
  ];
  return (
    <Box component="article" sx={{ p: 2, borderBottom: 1, borderColor: 'divider' }}>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {[formatTime(answer.answeredAt), answer.loginName, answer.unit].filter(Boolean).join(' · ')}
      </Typography>
      <Facts facts={facts.filter(([, value]) => value)} />
    </Box>
  );
}
