import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { type SurveyFigures, textSize, useMessages } from '@scenedock/ui-kit';
import { useContext, useId } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { ChartTime } from '../parts/figures/ChartTime';
import { whole } from '../parts/figures/numbers';
import { PictureMenu } from '../parts/figures/PictureMenu';
import type { Period } from '../parts/figures/period';
import { percentFigure } from '../parts/figures/savedFigures';
import { SAVE_FOOT } from '../parts/figures/saveFootStyle';
import { SERIES } from '../parts/figures/series';
import { SaveRows } from '../parts/list/SaveList';
import { questionPicture } from './questionPicture';
import { answersOf } from './useSurveyAddress';

interface QuestionChartProps {
  question: SurveyFigures['questions'][number];
  /** How many answered it. */
  answers: number;
  period: Period;
}

interface Choice {
  key: string;
  name: string;
  chosenBy: number;
  percent: number;
}

/** How a question was answered: a table whose bars are as long as the shares. */
export function QuestionChart(props: QuestionChartProps) {
  const { answers, period } = props;
  const { question, choices: counts } = props.question;
  const { survey } = useMessages();
  const id = useId();
  const title = survey.questions[question];
  const names: Readonly<Record<string, string>> = survey.choices[question];
  const choices = counts.map(({ choice, answers: chosenBy }) => ({
    key: choice,
    name: names[choice] ?? choice,
    chosenBy,
    percent: Math.round((chosenBy * 100) / answers),
  }));
  return (
    <Box component="section" aria-labelledby={id} sx={{ minWidth: 0 }}>
      <Typography id={id} component="h2" variant="h2" sx={{ mb: 1 }}>
        {title}
      </Typography>
      <Box component="table" aria-labelledby={id} sx={{ width: '100%', borderSpacing: '0 6px' }}>
        <tbody>
          {choices.map((choice) => (
            <ChoiceRow
              key={choice.key}
              choice={choice}
              title={title}
              to={
                choice.chosenBy === 0
                  ? undefined
                  : answersOf(period, { question, choice: choice.key })
              }
            />
          ))}
        </tbody>
      </Box>
      <SaveQuestion title={title} choices={choices} answers={answers} period={period} />
    </Box>
  );
}

interface ChoiceRowProps {
  choice: Choice;
  /** The question. */
  title: string;
  /** The answers that are counted here; none where nobody chose it. */
  to: string | undefined;
}

/** A choice with its bar and its number. Both lead to the answers; the keyboard stops once. */
function ChoiceRow({ choice: { name, chosenBy, percent }, title, to }: ChoiceRowProps) {
  const { survey: m } = useAdminMessages();
  const share = m.share(chosenBy, percent);
  const bar = (
    <Box sx={{ bgcolor: 'background.default', borderRadius: 0.5 }}>
      <Box
        sx={{
          height: 14,
          width: `${percent}%`,
          minWidth: chosenBy === 0 ? 0 : 2,
          bgcolor: SERIES.online.colour,
          borderRadius: 0.5,
        }}
      />
    </Box>
  );
  return (
    <tr>
      <Box
        component="th"
        scope="row"
        sx={{ width: 130, textAlign: 'left', fontWeight: 400, fontSize: textSize.body }}
      >
        {name}
      </Box>
      <td aria-hidden="true">
        {to === undefined ? (
          bar
        ) : (
          <Link component={RouterLink} to={to} tabIndex={-1} sx={{ display: 'block', py: 0.5 }}>
            {bar}
          </Link>
        )}
      </td>
      <Box component="td" sx={NUMBER}>
        {to === undefined ? (
          share
        ) : (
          <Link component={RouterLink} to={to} aria-label={`${title} ${name} ${share}`}>
            {share}
          </Link>
        )}
      </Box>
    </tr>
  );
}

const NUMBER = {
  width: 104,
  pl: 1,
  textAlign: 'right',
  fontSize: textSize.body,
  whiteSpace: 'nowrap',
  fontVariantNumeric: 'tabular-nums',
} as const;

interface SaveQuestionProps {
  title: string;
  choices: readonly Choice[];
  answers: number;
  period: Period;
}

/** Saves the bars as a picture, and their numbers as a table. */
function SaveQuestion({ title, choices, answers, period }: SaveQuestionProps) {
  const { survey: m } = useAdminMessages();
  const time = useContext(ChartTime);
  const draw = () => {
    const bars = choices.map(({ name, chosenBy, percent }) => ({
      name,
      percent,
      text: m.share(chosenBy, percent),
    }));
    return questionPicture({ title, time }, bars);
  };
  return (
    <Box sx={SAVE_FOOT}>
      <PictureMenu name={title} draw={draw} />
      <SaveRows<Choice>
        name={title}
        columns={[
          { label: title, cellOf: ({ name }) => name },
          { label: m.answers, cellOf: ({ chosenBy }) => whole(chosenBy) },
          { label: m.portion, cellOf: ({ chosenBy }) => percentFigure(chosenBy, answers).saved },
        ]}
        source={{ days: period, ask: async () => ({ rows: choices, hasMore: false }) }}
      />
    </Box>
  );
}
