import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { useMessages } from '@scenedock/ui-kit';
import { DayField } from '@scenedock/ui-kit/DayField';
import { useNotify } from 'ra-core';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { canBeQueried, type Period, periodProblem } from './period';

interface PeriodBarProps {
  period: Period;
  onQuery: (period: Period) => void;
  /** Stands at the right. */
  children: ReactNode;
}

/** The days that are counted, with 查询. */
export function PeriodBar({ period, onQuery, children }: PeriodBarProps) {
  const { common } = useMessages();
  const { statistics: m } = useAdminMessages();
  const notify = useNotify();
  const { from, to } = period;
  const [draft, setDraft] = useState(period);
  // Back, forward and links set another period.
  useEffect(() => setDraft({ from, to }), [from, to]);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const problem = periodProblem(draft);
    if (problem) notify(m[problem], { type: 'warning' });
    if (canBeQueried(problem)) onQuery(draft);
  };
  return (
    <Paper
      component="form"
      variant="outlined"
      role="search"
      aria-label={m.period}
      onSubmit={onSubmit}
      noValidate
      sx={{ p: 1.5, display: 'flex', flexWrap: 'wrap', gap: 1.25, alignItems: 'flex-start' }}
    >
      <DayField
        label={m.from}
        value={draft.from}
        onChange={(day) => setDraft((now) => ({ ...now, from: day }))}
      />
      <DayField
        label={m.to}
        value={draft.to}
        onChange={(day) => setDraft((now) => ({ ...now, to: day }))}
      />
      <Button type="submit" variant="contained" size="medium">
        {common.query}
      </Button>
      {children}
    </Paper>
  );
}
