import EditOutlined from '@mui/icons-material/EditOutlined';
import Typography from '@mui/material/Typography';
import { Clamped, type Instrument, ToneChip, useMessages } from '@scenedock/ui-kit';
import type { RaRecord } from 'ra-core';
import type { ReactNode } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { IconTool } from '../parts/IconTool';
import { Column } from '../parts/list/Column';
import { ListRows } from '../parts/list/ListRows';
import { codeOf } from './instrumentModel';

interface InstrumentTableProps {
  empty: ReactNode;
  onName: (instrument: Instrument) => void;
}

type InstrumentRecord = Instrument & RaRecord;

/** Codes and what they are called. */
export function InstrumentTable({ empty, onName }: InstrumentTableProps) {
  const { common } = useMessages();
  const { instruments: m } = useAdminMessages();
  return (
    <ListRows label={m.title} minWidth={760} empty={empty}>
      <Column<InstrumentRecord>
        source="satellite"
        label={m.satellite}
        render={({ satellite }) => <Code code={satellite} none={m.noSatellite} />}
      />
      <Column<InstrumentRecord>
        source="sensor"
        label={m.sensor}
        render={({ sensor }) => <Code code={sensor} none={m.itself} />}
      />
      <Column<InstrumentRecord>
        source="scenes"
        label={m.scenes}
        numeric
        oneLine
        render={({ count }) => m.count(count)}
      />
      <Column<InstrumentRecord>
        source="name"
        label={m.name}
        render={({ name }) =>
          name === '' ? <ToneChip tone="warning" label={m.unnamed} /> : <Clamped text={name} />
        }
      />
      <Column<InstrumentRecord>
        source="nameEn"
        label={m.nameEn}
        render={({ nameEn }) => <Clamped text={nameEn === '' ? '-' : nameEn} />}
      />
      <Column<InstrumentRecord>
        source="operations"
        label={common.operations}
        numeric
        render={(instrument) => (
          <IconTool name={m.edit(codeOf(instrument))} onClick={() => onName(instrument)}>
            <EditOutlined fontSize="small" />
          </IconTool>
        )}
      />
    </ListRows>
  );
}

function Code({ code, none }: { code: string; none: string }) {
  if (code !== '') return <Clamped text={code} />;
  return (
    <Typography variant="body2" component="span" color="textSecondary">
      {none}
    </Typography>
  );
}
