import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import {
  EmptyState,
  QueryResult,
  type ResultKind,
  researchResults,
  useInstrumentNames,
  useResultWords,
} from '@scenedock/ui-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { FigureTable } from '../parts/figures/FigureTable';
import { whole } from '../parts/figures/numbers';
import { Panel } from '../parts/Panel';
import { ShareBars } from '../statistics/ShareBars';
import { StillCounting } from '../statistics/StillCounting';
import { COUNTED_BY, type CountedBy, resultRows, yearsUntil } from './resultConditions';

/** Bars of the chart; the table below holds all. */
const MAX_BARS = 12;

/** How many results there are by satellite, unit, year or kind; each figure leads to its rows. */
export function ResultFigures() {
  const { results: m } = useAdminMessages();
  const [params, setParams] = useSearchParams();
  const by = COUNTED_BY.find((one) => one === params.get('by')) ?? 'satellite';
  const year = params.get('ofYear') ?? '';
  const set = (name: string, value: string) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return (
    <Stack spacing={2}>
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
        <Choice
          label={m.tabs.figures}
          value={by}
          options={COUNTED_BY.map((id) => ({ id, name: m.by[id] }))}
          onChange={(next) => set('by', next)}
        />
        <Choice
          label={m.year}
          value={year}
          options={[
            { id: '', name: m.yearAll },
            ...yearsUntil(new Date().getFullYear()).map((id) => ({ id, name: id })),
          ]}
          onChange={(next) => set('ofYear', next)}
        />
      </Stack>
      {by === 'satellite' && (
        <Typography variant="body2" color="textSecondary">
          {m.twice}
        </Typography>
      )}
      <Counts by={by} year={year} />
    </Stack>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly { id: string; name: string }[];
  onChange: (value: string) => void;
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <TextField
      select
      label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      sx={{ width: 180, '& .MuiInputBase-root': { bgcolor: 'background.paper' } }}
    >
      {options.map(({ id, name }) => (
        <MenuItem key={id} value={id}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}

function useValueNames(by: CountedBy): (value: string) => string {
  const { statistics } = useAdminMessages();
  const w = useResultWords();
  const names = useInstrumentNames();
  return (value) => {
    if (value === '') return statistics.unnamed;
    if (by === 'satellite') return names.satellite(value);
    return by === 'kind' ? (w.kinds[value as ResultKind] ?? value) : value;
  };
}

function Counts({ by, year }: { by: CountedBy; year: string }) {
  const { results: m, statistics } = useAdminMessages();
  const w = useResultWords();
  const names = { satellite: m.satellite, unit: m.unit, year: m.year, kind: w.kind };
  const nameOf = useValueNames(by);
  const query = useQuery({
    queryKey: ['results', 'figures', by, year],
    queryFn: ({ signal }) =>
      researchResults.figures({ by, ...(year === '' ? {} : { year: Number(year) }) }, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <QueryResult query={query}>
      {({ items, current }) =>
        items.length === 0 ? (
          <>
            <StillCounting current={current} text={m.counting} />
            <EmptyState title={statistics.noData} />
          </>
        ) : (
          <Stack spacing={2}>
            <StillCounting current={current} text={m.counting} />
            <Panel title={`${m.title} · ${m.by[by]}`}>
              <ShareBars
                name={`${m.title} · ${m.by[by]}`}
                bars={items.slice(0, MAX_BARS).map(({ value, results }) => ({
                  name: nameOf(value),
                  value: results,
                  to: resultRows(by, value, year),
                }))}
                write={whole}
              />
            </Panel>
            <FigureTable
              label={`${m.title} · ${m.by[by]}`}
              names={names[by]}
              columns={[m.count, m.checked]}
              links={m}
              rows={items.map(({ value, results, checked }) => {
                const rows = resultRows(by, value, year);
                const checkedRows = `${rows}&state=checked`;
                return {
                  key: `of ${value}`,
                  name: nameOf(value),
                  figures: [
                    { text: whole(results), to: rows },
                    { text: whole(checked), to: checked > 0 ? checkedRows : undefined },
                  ],
                  rows,
                };
              })}
            />
          </Stack>
        )
      }
    </QueryResult>
  );
}
