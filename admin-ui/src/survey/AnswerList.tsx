import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import {
  type AnswersQuery,
  EmptyState,
  Facts,
  formatTime,
  type GivenSurveyAnswer,
} from '@scenedock/ui-kit';
import type { RaRecord } from 'ra-core';
import { useAdminMessages } from '../i18n/useAdminMessages';
import type { Period } from '../parts/figures/period';
import { ListPages } from '../parts/list/ListEnd';
import { ListStates } from '../parts/list/ListStates';
import { OrderChoice } from '../parts/list/OrderChoice';
import { ResourceList } from '../parts/list/ResourceList';
import { SaveAnswers } from './SaveAnswers';
import { useAnswerTexts } from './useAnswerTexts';

const PAGE_SIZE = 10;

/** What the answers may be ordered by. */
const ORDERS = ['-answered', 'loginName'] as const satisfies readonly NonNullable<
  AnswersQuery['sort']
>[];

/** What people answered, one by one, the newest first. */
export function AnswerList({ period }: { period: Period }) {
  const { survey: m } = useAdminMessages();
  return (
    <ResourceList
      resource="survey"
      title={m.answers}
      conditions={{}}
      filter={period}
      perPage={PAGE_SIZE}
      orders={ORDERS}
    >
      <Box sx={{ p: 1.5 }}>
        <OrderChoice
          names={[
            { source: 'answered', name: m.answered },
            { source: 'loginName', name: m.loginName },
          ]}
        />
      </Box>
      <ListStates<GivenSurveyAnswer & RaRecord> empty={<EmptyState title={m.none} />}>
        {(answers) => (
          <>
            {answers.map((answer) => (
              <Answer key={answer.id} answer={answer} />
            ))}
            <ListPages />
            <SaveAnswers />
          </>
        )}
      </ListStates>
    </ResourceList>
  );
}

function Answer({ answer }: { answer: GivenSurveyAnswer }) {
  const facts = useAnswerTexts()(answer);
  return (
    <Box component="article" sx={{ p: 2, borderBottom: 1, borderColor: 'divider' }}>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {[formatTime(answer.answeredAt), answer.loginName, answer.unit].filter(Boolean).join(' · ')}
      </Typography>
      <Facts facts={facts.filter(([, value]) => value)} />
    </Box>
  );
}
