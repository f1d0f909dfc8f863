import CloseOutlined from '@mui/icons-material/CloseOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  type AnswersQuery,
  EmptyState,
  Facts,
  formatTime,
  type GivenSurveyAnswer,
  useMessages,
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
import type { ChosenAnswer } from './useSurveyAddress';

const PAGE_SIZE = 10;

/** What the answers may be ordered by. */
const ORDERS = ['-answered', 'loginName'] as const satisfies readonly NonNullable<
  AnswersQuery['sort']
>[];

interface AnswerListProps {
  period: Period;
  /** Only answers that chose this; null: all. */
  chosen: ChosenAnswer | null;
  onAll: () => void;
}

/** What people answered, one by one, the newest first. */
export function AnswerList({ period, chosen, onAll }: AnswerListProps) {
  const { common } = useMessages();
  const { survey: m } = useAdminMessages();
  return (
    <ResourceList
      resource="survey"
      title={m.answers}
      conditions={{}}
      filter={{ ...period, ...chosen }}
      perPage={PAGE_SIZE}
      orders={ORDERS}
    >
      {chosen && <ChosenBar chosen={chosen} onAll={onAll} />}
      <Box sx={{ p: 1.5 }}>
        <OrderChoice
          names={[
            { source: 'answered', name: m.answered },
            { source: 'loginName', name: m.loginName },
          ]}
        />
      </Box>
      <ListStates<GivenSurveyAnswer & RaRecord>
        empty={<EmptyState title={chosen === null ? m.none : common.noMatch} />}
      >
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

/** Why just these answers are here: a figure counts them. */
function ChosenBar({ chosen, onAll }: Omit<AnswerListProps, 'period'> & { chosen: ChosenAnswer }) {
  const { survey } = useMessages();
  const { survey: m } = useAdminMessages();
  const { question, choice } = chosen;
  const names: Readonly<Record<string, string>> = survey.choices[question];
  return (
    <Stack
      direction="row"
      sx={{ px: 1.5, pt: 1.5, columnGap: 1, flexWrap: 'wrap', alignItems: 'center' }}
    >
      <Typography variant="body2" role="status" sx={{ overflowWrap: 'anywhere' }}>
        {m.chosen(survey.questions[question], names[choice] ?? choice)}
      </Typography>
      <Button startIcon={<CloseOutlined />} onClick={onAll}>
        {m.showAll}
      </Button>
    </Stack>
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
