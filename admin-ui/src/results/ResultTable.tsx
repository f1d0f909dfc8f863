import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  doiUrl,
  EmptyState,
  formatTime,
  RESULT_KINDS,
  RESULT_STATES,
  RESULT_TONES,
  type ResearchResult,
  type ResultDeskQuery,
  type ResultState,
  researchResults,
  ToneChip,
  useInstrumentNames,
  useMessages,
  useResultWords,
} from '@scenedock/ui-kit';
import { useListContext } from 'ra-core';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { Column } from '../parts/list/Column';
import { ListPages } from '../parts/list/ListEnd';
import { ChoiceFilter, FindFilter, ListFilters, ValueFilter } from '../parts/list/ListFilters';
import { ListRows } from '../parts/list/ListRows';
import { ResourceList } from '../parts/list/ResourceList';
import { orderPath } from '../parts/orderPath';
import { useCall } from '../parts/useCall';
import { useMay } from '../providers/useMe';
import { RefusalDialog } from './RefusalDialog';
import { deskQuery, RESULT_CONDITIONS, yearsUntil } from './resultConditions';

/** What the list may be ordered by. */
const ORDERS = ['-created', '-month', 'title', 'unit'] as const satisfies readonly NonNullable<
  ResultDeskQuery['sort']
>[];

/** Results that the address asks for, those reported last first. */
export function ResultTable() {
  const { results: m } = useAdminMessages();
  const [refused, setRefused] = useState<ResearchResult | null>(null);
  return (
    <ResourceList resource="results" title={m.title} conditions={RESULT_CONDITIONS} orders={ORDERS}>
      <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
        <Stack direction="row" sx={{ p: 1.5, gap: 1, flexWrap: 'wrap', alignItems: 'flex-start' }}>
          <ResultFilters />
          <WorkbookLink />
        </Stack>
        <Rows onRefuse={setRefused} />
      </Paper>
      {refused === null ? null : <RefusalDialog one={refused} onClose={() => setRefused(null)} />}
    </ResourceList>
  );
}

function ResultFilters() {
  const { results: m, statistics } = useAdminMessages();
  const w = useResultWords();
  const names = useInstrumentNames();
  const { meta, filterValues, data = [] } = useListContext<ResearchResult>();
  const counts: { state: ResultState; count: number }[] = meta?.states ?? [];
  const count = (one: ResultState) => counts.find(({ state }) => state === one)?.count ?? 0;
  const distinct = (values: readonly string[]) => [...new Set(values)].filter(Boolean).toSorted();
  return (
    <ListFilters sx={{ flex: 1 }}>
      <FindFilter source="q" label={m.find} width={{ xs: 1, sm: 260 }} />
      <ChoiceFilter
        source="state"
        label={w.state}
        width={CHOICE}
        any={m.any}
        choices={RESULT_STATES.map((id) => ({ id, name: `${w.states[id]} ${count(id)}` }))}
      />
      <ChoiceFilter
        source="kind"
        label={w.kind}
        width={CHOICE}
        any={m.any}
        choices={RESULT_KINDS.map((id) => ({ id, name: w.kinds[id] }))}
      />
      <ChoiceFilter
        source="year"
        label={m.year}
        width={CHOICE}
        any={m.any}
        choices={yearsUntil(new Date().getFullYear()).map((id) => ({ id, name: id }))}
      />
      <ValueFilter
        source="unit"
        label={m.unit}
        width={CHOICE}
        any={m.any}
        nothing={statistics.unnamed}
        choices={distinct(data.map(({ unit }) => unit)).map((id) => ({ id, name: id }))}
      />
      <ValueFilter
        source="satellite"
        label={m.satellite}
        width={CHOICE}
        any={m.any}
        nothing={statistics.unnamed}
        choices={distinct(data.flatMap(({ satellites }) => satellites)).map((id) => ({
          id,
          name: names.satellite(id),
        }))}
      />
      {filterValues.counted === undefined ? null : (
        <ChoiceFilter
          source="counted"
          label={m.counted}
          width={CHOICE}
          any={m.any}
          choices={[{ id: 'true', name: m.countedOnly }]}
        />
      )}
    </ListFilters>
  );
}

const CHOICE = { xs: 'calc(50% - 4px)', sm: 140 };

/** All that the list shows, as a workbook. */
function WorkbookLink() {
  const { results: m } = useAdminMessages();
  const { filterValues } = useListContext();
  return (
    <Button
      href={researchResults.workbookUrl(deskQuery(filterValues))}
      variant="outlined"
      size="medium"
      startIcon={<FileDownloadOutlined />}
    >
      {m.export}
    </Button>
  );
}

function Rows({ onRefuse }: { onRefuse: (one: ResearchResult) => void }) {
  const { common } = useMessages();
  const { results: m } = useAdminMessages();
  const w = useResultWords();
  const names = useInstrumentNames();
  const mayDecide = useMay('/order/audit');
  return (
    <ListRows
      label={m.title}
      savedAs={m.title}
      savedIn={TEXT_ONLY}
      minWidth={1000}
      empty={<EmptyState title={m.empty} />}
      below={<ListPages />}
    >
      <Column<ResearchResult>
        source="title"
        label={w.name}
        minWidth={200}
        saved={titleText}
        render={(one) => <Title one={one} />}
      />
      <Column<ResearchResult> source="kind" label={w.kind} render={({ kind }) => w.kinds[kind]} />
      <Column<ResearchResult>
        source="month"
        label={w.month}
        minWidth={90}
        render={({ month }) => month}
      />
      <Column<ResearchResult>
        source="unit"
        label={m.unit}
        render={({ unit, owner }) => [owner, unit].filter(Boolean).join(' · ')}
      />
      <Column<ResearchResult>
        source="orders"
        label={w.orders}
        minWidth={150}
        saved={({ orders, satellites }) =>
          [...orders.map(({ ordername }) => ordername), ...satellites.map(names.satellite)].join(
            common.listComma,
          )
        }
        render={({ orders, satellites }) => (
          <div>
            {orders.map(({ id, ordername }) => (
              <div key={id}>
                <Link component={RouterLink} to={orderPath(id)}>
                  {ordername}
                </Link>
              </div>
            ))}
            <Typography variant="caption">
              {satellites.map(names.satellite).join(common.listComma)}
            </Typography>
          </div>
        )}
      />
      <Column<ResearchResult>
        source="state"
        label={w.state}
        saved={({ state, reason }) => [w.states[state], reason].filter(Boolean).join(' · ')}
        render={(one) => <Standing one={one} />}
      />
      <Column<ResearchResult>
        source="created"
        label={w.reported}
        width={150}
        render={({ createdAt }) => formatTime(createdAt)}
      />
      {mayDecide ? (
        <Column<ResearchResult>
          source="operations"
          label={common.operations}
          render={(one) => <DecisionButtons one={one} onRefuse={onRefuse} />}
        />
      ) : null}
    </ListRows>
  );
}

/** The server makes the workbook. */
const TEXT_ONLY = ['csv'] as const;

const titleText = ({ title, authors, venue, number, doi, link, note }: ResearchResult) =>
  [title, authors, venue, number, doi, link, note].filter(Boolean).join(' · ');

function Title({ one }: { one: ResearchResult }) {
  return (
    <div>
      <Typography sx={{ fontWeight: 600 }}>{one.title}</Typography>
      <Typography variant="body2" color="textSecondary">
        {[one.authors, one.venue].filter(Boolean).join(' · ')}
      </Typography>
      <Typography variant="caption" component="div" sx={{ overflowWrap: 'anywhere' }}>
        {one.number}{' '}
        {one.doi === '' ? null : (
          <Link href={doiUrl(one.doi)} target="_blank" rel="noreferrer">
            {one.doi}
          </Link>
        )}{' '}
        {one.link === '' ? null : (
          <Link href={one.link} target="_blank" rel="noreferrer">
            {one.link}
          </Link>
        )}
      </Typography>
      {one.note === '' ? null : (
        <Typography variant="caption" component="div">
          {one.note}
        </Typography>
      )}
    </div>
  );
}

function Standing({ one }: { one: ResearchResult }) {
  const { results: m } = useAdminMessages();
  const w = useResultWords();
  return (
    <div>
      <ToneChip tone={RESULT_TONES[one.state]} label={w.states[one.state]} />
      <Typography variant="caption" component="div">
        {one.reason}
      </Typography>
      {one.decidedAt === null ? null : (
        <Typography variant="caption" component="div" color="textSecondary">
          {m.decided(one.decidedBy, formatTime(one.decidedAt))}
        </Typography>
      )}
    </div>
  );
}

interface DecisionProps {
  one: ResearchResult;
  onRefuse: (one: ResearchResult) => void;
}

function DecisionButtons({ one, onRefuse }: DecisionProps) {
  const { results: m } = useAdminMessages();
  const { run, busy } = useCall(['results']);
  const check = () =>
    void run(() => researchResults.decide(one.id, { decision: 'check', version: one.version }), {
      ok: m.done,
      failed: m.failed,
    });
  return (
    <Stack direction="row" sx={{ gap: 0.5, flexWrap: 'wrap' }}>
      {one.state === 'checked' ? null : (
        <Button disabled={busy} onClick={check}>
          {m.check}
        </Button>
      )}
      {one.state === 'refused' ? null : (
        <Button color="error" disabled={busy} onClick={() => onRefuse(one)}>
          {m.refuse}
        </Button>
      )}
    </Stack>
  );
}
