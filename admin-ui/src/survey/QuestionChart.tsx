import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type SurveyFigures, textSize, useMessages } from '@scenedock/ui-kit';
import { useId } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { SERIES } from '../parts/figures/series';

interface QuestionChartProps {
  question: SurveyFigures['questions'][number];
  /** How many answered it. */
  answers: number;
}

/** How a question was answered: a table whose bars are as long as the shares. */
export function QuestionChart({ question: { question, choices }, answers }: QuestionChartProps) {
  const { survey } = useMessages();
  const { survey: m } = useAdminMessages();
  const id = useId();
  const names: Readonly<Record<string, string>> = survey.choices[question];
  return (
    <Box component="section" aria-labelledby={id} sx={{ minWidth: 0 }}>
      <Typography id={id} component="h2" variant="h2" sx={{ mb: 1 }}>
        {survey.questions[question]}
      </Typography>
      <Box component="table" aria-labelledby={id} sx={{ width: '100%', borderSpacing: '0 6px' }}>
        <tbody>
          {choices.map(({ choice, answers: chosenBy }) => {
            const share = Math.round((chosenBy * 100) / answers);
            return (
              <tr key={choice}>
                <Box
                  component="th"
                  scope="row"
                  sx={{ width: 130, textAlign: 'left', fontWeight: 400, fontSize: textSize.body }}
                >
                  {names[choice] ?? choice}
                </Box>
                <td aria-hidden="true">
                  <Box sx={{ bgcolor: 'background.default', borderRadius: 0.5 }}>
                    <Box
                      sx={{
                        height: 14,
                        width: `${share}%`,
                        minWidth: chosenBy === 0 ? 0 : 2,
                        bgcolor: SERIES.online.colour,
                        borderRadius: 0.5,
                      }}
                    />
                  </Box>
                </td>
                <Box
                  component="td"
                  sx={{
                    width: 104,
                    pl: 1,
                    textAlign: 'right',
                    fontSize: textSize.body,
                    whiteSpace: 'nowrap',
                    fontVariantNumeric: 'tabular-nums',
                  }}
                >
                  {m.share(chosenBy, share)}
                </Box>
              </tr>
            );
          })}
        </tbody>
      </Box>
    </Box>
  );
}
