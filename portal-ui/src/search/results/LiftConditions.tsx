import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { catalogue, useMessages } from '@scenedock/ui-kit';
import { useQueries } from '@tanstack/react-query';
import { countRequest } from '../searchRequest';
import type { Criteria } from '../searchState';
import { searchWords, type Word } from '../searchWords';
import { useSearchNames } from '../useSearchNames';

type Props = { criteria: Criteria; onChange: (part: Partial<Criteria>) => void };

const quoted = (label: string) => (label.startsWith('“') ? label : `“${label}”`);

/** Conditions that are counted; more than these nobody reads. */
const MOST = 12;

/** Words of a keyword, each of which can be left out by itself. */
function keywordLifts(text: string): Word[] {
  const words = text.split(/\s+/).filter((word) => word !== '');
  if (words.length < 2) return [];
  return words.map((word, at) => ({
    id: `word-${at}`,
    label: `“${word}”`,
    without: { text: words.filter((_, other) => other !== at).join(' ') },
  }));
}

/** Of a search that found nothing: each condition, with what would be found without it. */
export function LiftConditions({ criteria, onChange }: Props) {
  const m = useMessages();
  const names = useSearchNames(criteria.area, criteria.nodeIds);
  const all = [...searchWords(criteria, m, names), ...keywordLifts(criteria.text)];
  const words = all.slice(0, MOST);
  const counts = useQueries({
    queries: words.map(({ without }) => {
      const body = countRequest({ ...criteria, ...without });
      return {
        queryKey: ['search', body],
        queryFn: ({ signal }: { signal: AbortSignal }) => catalogue.search(body, { signal }),
        staleTime: 60_000,
      };
    }),
    combine: (answers) => answers.map(({ data }) => data?.total ?? null),
  });
  if (words.length === 0) return null;
  const lifts = words.map((word, at) => ({ word, count: counts[at] ?? null }));
  lifts.sort((one, other) => (other.count ?? -1) - (one.count ?? -1));
  return (
    <Stack component="ul" aria-label={m.find.lift} sx={{ m: 0, p: 0, gap: 0.5, listStyle: 'none' }}>
      {lifts.map(({ word, count }) => (
        <li key={word.id}>
          <Button
            onClick={() => onChange(word.without)}
            sx={{ maxWidth: 340, color: count === 0 ? 'text.secondary' : undefined }}
          >
            {m.find.liftOne(quoted(word.label), count)}
          </Button>
        </li>
      ))}
    </Stack>
  );
}
