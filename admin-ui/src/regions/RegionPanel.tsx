import Add from '@mui/icons-material/Add';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import Restore from '@mui/icons-material/Restore';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import {
  type Fact,
  Facts,
  type ManagedRegion,
  NotFoundState,
  QueryResult,
  ToneChip,
} from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { REGIONS } from '../layout/menuPages';
import { OutlineMap } from '../parts/map/OutlineMap';
import { Panel } from '../parts/Panel';
import { WayBack } from '../parts/WayBack';
import { ORIGIN_TONES } from './RegionLine';
import { useOutline, useRegion } from './useRegions';

/** What is open over the page. */
export type OpenRegion = { what: 'add' | 'edit' | 'restore' | 'remove'; region: ManagedRegion };

interface RegionPanelProps {
  code: string;
  onOpen: (open: OpenRegion) => void;
}

/** A region, its outline, and what can be done with it. */
export function RegionPanel({ code, onOpen }: RegionPanelProps) {
  const { regions: m } = useAdminMessages();
  const query = useRegion(code);
  return (
    <Panel title={query.data?.areaName ?? m.title}>
      <QueryResult query={query}>
        {(region) =>
          region === null ? (
            <NotFoundState title={m.gone} back={<WayBack to={REGIONS} />} />
          ) : (
            <Region {...{ region, onOpen }} />
          )
        }
      </QueryResult>
    </Panel>
  );
}

function Region({ region, onOpen }: { region: ManagedRegion; onOpen: RegionPanelProps['onOpen'] }) {
  const { regions: m } = useAdminMessages();
  const { areaCode, areaName, origin } = region;
  const isThere = origin !== 'removed';
  const outline = useOutline(areaCode, isThere);
  const facts: Fact[] = [
    [m.code, areaCode],
    [m.level, m.levels[region.level]],
    [m.parent, region.path.join(' / ') || m.none],
    [m.pinyin, region.pinyin],
    [m.children, m.count(region.children)],
    [
      m.origin,
      origin === 'shipped' ? (
        m.origins.shipped
      ) : (
        <ToneChip key="origin" tone={ORIGIN_TONES[origin]} label={m.origins[origin]} />
      ),
    ],
  ];
  return (
    <Stack spacing={2}>
      <Facts layout="fields" facts={facts} />
      <Tools region={region} onOpen={onOpen} />
      {isThere && (
        <Box sx={{ height: { xs: 280, md: 420 }, display: 'grid', '& > *': { minHeight: 0 } }}>
          <QueryResult query={outline}>
            {({ wkt }) => <OutlineMap wkt={wkt} label={m.outlineOf(areaName)} />}
          </QueryResult>
        </Box>
      )}
    </Stack>
  );
}

function Tools({ region, onOpen }: { region: ManagedRegion; onOpen: RegionPanelProps['onOpen'] }) {
  const { regions: m } = useAdminMessages();
  const { origin, level } = region;
  const isThere = origin !== 'removed';
  const open = (what: OpenRegion['what']) => () => onOpen({ what, region });
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
      {isThere && (
        <Button variant="outlined" startIcon={<EditOutlined />} onClick={open('edit')}>
          {m.edit}
        </Button>
      )}
      {isThere && level !== 'county' && (
        <Button variant="outlined" startIcon={<Add />} onClick={open('add')}>
          {m.add}
        </Button>
      )}
      {(origin === 'changed' || origin === 'removed') && (
        <Button variant="outlined" startIcon={<Restore />} onClick={open('restore')}>
          {m.restore}
        </Button>
      )}
      {isThere && (
        <Button
          variant="outlined"
          color="error"
          startIcon={<DeleteOutlined />}
          onClick={open('remove')}
        >
          {m.remove}
        </Button>
      )}
    </Stack>
  );
}
