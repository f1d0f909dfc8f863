import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import { formatDate, formatTime, ToneChip, useMessages } from '@scenedock/ui-kit';
import { useEffect, useState } from 'react';
import { expiryOf } from './expiry';

/** The words change by the hour; once a minute is enough to notice, in milliseconds. */
const LOOK_MS = 60_000;

function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

type Props = {
  expiresAt: string;
  /** Under a head that says what it is: only the day, as long as there is no hurry. */
  dense?: boolean;
};

/** Until when a delivery is open: red on its last day, amber on its last three. */
export function ExpiryChip({ expiresAt, dense = false }: Props) {
  const m = useMessages();
  const { tone, label } = expiryOf(expiresAt, useNow(), m);
  const calm = dense && tone === 'success';
  return (
    <Tooltip title={m.delivery.expires(formatTime(expiresAt))}>
      <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
        {calm ? formatDate(expiresAt) : <ToneChip tone={tone} label={label} />}
      </Box>
    </Tooltip>
  );
}
