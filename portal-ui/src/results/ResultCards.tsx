import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  doiUrl,
  errorText,
  RESULT_TONES,
  type ResearchResult,
  researchResults,
  ToneChip,
  useResultWords,
} from '@scenedock/ui-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { orderPath } from '../orderRoutes';
import { useAsk } from '../parts/confirm';
import { useNotice } from '../parts/notice';
import { ResultDialog } from './ResultDialog';
import { RESULTS } from './resultKeys';
import { usePageWords } from './usePageWords';

interface ResultCardsProps {
  label: string;
  items: readonly ResearchResult[];
}

/** Results of one's own, each with what may be done to it. */
export function ResultCards({ label, items }: ResultCardsProps) {
  const [edited, setEdited] = useState<ResearchResult | null>(null);
  return (
    <>
      <Stack component="ul" aria-label={label} sx={{ m: 0, p: 0, gap: 1.5, listStyle: 'none' }}>
        {items.map((one) => (
          <ResultCard key={one.id} one={one} onEdit={() => setEdited(one)} />
        ))}
      </Stack>
      {edited === null ? null : <ResultDialog one={edited} onClose={() => setEdited(null)} />}
    </>
  );
}

function ResultCard({ one, onEdit }: { one: ResearchResult; onEdit: () => void }) {
  const m = usePageWords();
  const w = useResultWords();
  const withdraw = useWithdrawal(one);
  return (
    <Paper component="li" variant="outlined" sx={{ p: 2, display: 'grid', gap: 0.5 }}>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'flex-start', flexWrap: 'wrap' }}>
        <Typography sx={{ fontWeight: 600, flex: 1, minWidth: 200, overflowWrap: 'anywhere' }}>
          {one.title}
        </Typography>
        <ToneChip tone={RESULT_TONES[one.state]} label={w.states[one.state]} />
      </Stack>
      <Typography variant="body2" color="textSecondary">
        {[w.kinds[one.kind], one.month, one.authors, one.venue].filter(Boolean).join(' · ')}
      </Typography>
      {one.reason === '' ? null : <Typography variant="body2">{m.reason(one.reason)}</Typography>}
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {one.number}{' '}
        {one.orders.map(({ id, ordername }) => (
          <span key={id}>
            <MuiLink component={Link} to={orderPath(id)}>
              {ordername}
            </MuiLink>{' '}
          </span>
        ))}
        {one.doi === '' ? null : (
          <MuiLink href={doiUrl(one.doi)} target="_blank" rel="noreferrer">
            {one.doi}
          </MuiLink>
        )}{' '}
        {one.link === '' ? null : (
          <MuiLink href={one.link} target="_blank" rel="noreferrer">
            {one.link}
          </MuiLink>
        )}
      </Typography>
      <Stack direction="row" sx={{ gap: 1, ml: -2 }}>
        <Button onClick={onEdit} aria-label={`${m.edit} ${one.title}`}>
          {m.edit}
        </Button>
        <Button color="error" onClick={withdraw} aria-label={`${m.withdraw} ${one.title}`}>
          {m.withdraw}
        </Button>
      </Stack>
    </Paper>
  );
}

function useWithdrawal(one: ResearchResult) {
  const m = usePageWords();
  const ask = useAsk();
  const notice = useNotice();
  const client = useQueryClient();
  return async () => {
    if ((await ask({ text: m.withdrawText(one.title), danger: true })) === null) return;
    try {
      await researchResults.withdraw(one.id);
      notice(m.withdrawn);
    } catch (error) {
      notice(errorText(error, m.failed), 'error');
    }
    await client.invalidateQueries({ queryKey: RESULTS });
  };
}
