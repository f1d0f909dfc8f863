import Link from '@mui/material/Link';
import {
  Clamped,
  EmptyState,
  formatTime,
  type PreparationFailure,
  type PreparationFailuresQuery,
  useText,
} from '@scenedock/ui-kit';
import { Link as RouterLink } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import type { Period } from '../parts/figures/period';
import { Column } from '../parts/list/Column';
import { OlderRows } from '../parts/list/ListEnd';
import { ChoiceFilter, ListFilters } from '../parts/list/ListFilters';
import { ListRows } from '../parts/list/ListRows';
import type { ConditionsOf } from '../parts/list/listAddress';
import { orderPath } from '../parts/orderPath';
import { ERROR_CLASSES } from '../tasks/taskConditions';
import { ServiceRows } from './ServiceRows';
import { figuresAt } from './serviceRows';

const CONDITIONS = {
  cause: ERROR_CLASSES,
} as const satisfies ConditionsOf<PreparationFailuresQuery>;

/** Steps of preparations that failed for good, the last first. */
export function PreparationFailures({ period }: { period: Period }) {
  const { service, tasks } = useAdminMessages();
  const m = service.preparation;
  return (
    <ServiceRows
      resource="preparationFailures"
      title={m.rows}
      hint={m.rowsHint}
      conditions={CONDITIONS}
      filter={period}
      back={figuresAt('preparation', period)}
      filters={
        <ListFilters sx={{ p: 1.5 }}>
          <ChoiceFilter
            source="cause"
            label={m.cause}
            width={{ xs: 1, sm: 200 }}
            any={m.anyCause}
            choices={ERROR_CLASSES.map((id) => ({ id, name: tasks.classes[id] ?? id }))}
          />
        </ListFilters>
      }
    >
      <FailureTable />
    </ServiceRows>
  );
}

function FailureTable() {
  const { service, statistics, tasks } = useAdminMessages();
  const m = service.preparation;
  const text = useText();
  return (
    <ListRows
      label={m.rows}
      savedAs={m.rows}
      minWidth={860}
      empty={<EmptyState title={statistics.noData} hint={statistics.noDataHint} />}
      below={<OlderRows label={service.older} />}
    >
      <Column<PreparationFailure>
        source="at"
        label={m.at}
        width={150}
        render={(failure) => formatTime(failure.at)}
      />
      <Column<PreparationFailure>
        source="order"
        label={m.order}
        width={190}
        minWidth={150}
        saved={({ ordername }) => ordername}
        render={(failure) => (
          <Link component={RouterLink} to={orderPath(failure.orderId)}>
            {failure.ordername}
          </Link>
        )}
      />
      <Column<PreparationFailure>
        source="unit"
        label={m.unit}
        saved={({ unit }) => unit}
        render={(failure) => <Clamped text={failure.unit || service.none} />}
      />
      <Column<PreparationFailure>
        source="kind"
        label={m.step}
        width={110}
        render={(failure) => m.steps[failure.kind] ?? failure.kind}
      />
      <Column<PreparationFailure>
        source="cause"
        label={m.cause}
        width={120}
        render={(failure) => tasks.classes[failure.cause] ?? failure.cause}
      />
      <Column<PreparationFailure>
        source="why"
        label={m.why}
        minWidth={200}
        breakable
        saved={(failure) => text(failure.message, failure.text)}
        render={(failure) => <Clamped text={text(failure.message, failure.text)} />}
      />
    </ListRows>
  );
}
