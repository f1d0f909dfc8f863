import Link from '@mui/material/Link';
import {
  Clamped,
  type DeliveredScenesQuery,
  EmptyState,
  type FirstDelivery,
  formatTime,
  useInstrumentNames,
} from '@scenedock/ui-kit';
import { Link as RouterLink } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { REGISTRY } from '../layout/menuPages';
import type { Period } from '../parts/figures/period';
import { Column } from '../parts/list/Column';
import { OlderRows } from '../parts/list/ListEnd';
import { ListFilters, ValueFilter } from '../parts/list/ListFilters';
import { ListRows } from '../parts/list/ListRows';
import type { ConditionsOf } from '../parts/list/listAddress';
import { useSatelliteName } from '../parts/useSatelliteName';
import { useMay } from '../providers/useMe';
import { ServiceRows } from './ServiceRows';
import { figuresAt } from './serviceRows';
import { useExploitation } from './useFigures';

const CONDITIONS = {
  satellite: 'text',
  without: ['satellite'],
} as const satisfies ConditionsOf<DeliveredScenesQuery>;

/** Scenes that were handed out for the first time, the last first. */
export function FirstDeliveries({ period }: { period: Period }) {
  const { service } = useAdminMessages();
  const m = service.exploitation;
  const names = useInstrumentNames();
  const nameOf = useSatelliteName();
  const { data } = useExploitation(period);
  const satellites = (data?.items ?? []).filter((row) => row.satellite !== '');
  return (
    <ServiceRows
      resource="deliveredScenes"
      title={m.rows}
      conditions={CONDITIONS}
      filter={period}
      back={figuresAt('exploitation', period)}
      filters={
        <ListFilters sx={{ p: 1.5 }}>
          <ValueFilter
            source="satellite"
            label={m.satellite}
            width={{ xs: 1, sm: 220 }}
            any={m.anySatellite}
            nothing={nameOf('')}
            choices={satellites.map(({ satellite: id }) => ({ id, name: names.satellite(id) }))}
          />
        </ListFilters>
      }
    >
      <SceneTable />
    </ServiceRows>
  );
}

type SceneLine = FirstDelivery & { id: number };

function SceneTable() {
  const { service, statistics } = useAdminMessages();
  const m = service.exploitation;
  const nameOf = useSatelliteName();
  const seesRegistry = useMay('/registry/list');
  return (
    <ListRows
      label={m.rows}
      savedAs={m.rows}
      minWidth={720}
      empty={<EmptyState title={statistics.noData} hint={statistics.noDataHint} />}
      below={<OlderRows label={service.older} />}
    >
      <Column<SceneLine>
        source="at"
        label={m.at}
        width={160}
        render={(scene) => formatTime(scene.at)}
      />
      <Column<SceneLine>
        source="name"
        label={m.name}
        minWidth={220}
        breakable
        saved={({ name }) => name}
        render={(scene) => <Clamped text={scene.name} />}
      />
      <Column<SceneLine>
        source="satellite"
        label={m.satellite}
        width={150}
        render={(scene) => nameOf(scene.satellite)}
      />
      <Column<SceneLine>
        source="entry"
        label={m.entry}
        width={110}
        saved={({ entry }) => ({ value: entry, as: 'whole' })}
        render={(scene) =>
          seesRegistry ? (
            <Link component={RouterLink} to={`${REGISTRY}/${scene.entry}`}>
              {scene.entry}
            </Link>
          ) : (
            scene.entry
          )
        }
      />
    </ListRows>
  );
}
