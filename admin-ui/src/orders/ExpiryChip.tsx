import Tooltip from '@mui/material/Tooltip';
import { formatTime, ToneChip, useMessages } from '@scenedock/ui-kit';
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

/** Until when a delivery is open: red on its last day, amber on its last three. */
export function ExpiryChip({ expiresAt }: { expiresAt: string }) {
  const m = useMessages();
  const { tone, label } = expiryOf(expiresAt, useNow(), m);
  return (
    <Tooltip title={m.delivery.expires(formatTime(expiresAt))}>
      <span>
        <ToneChip tone={tone} label={label} />
      </span>
    </Tooltip>
  );
}
