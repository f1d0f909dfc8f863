import Box from '@mui/material/Box';
import { formatTime, TONES, useMessages } from '@scenedock/ui-kit';
import { useEffect, useState } from 'react';
import { expiryOf } from './expiry';

/** Fine enough for days. */
const TICK_MS = 60_000;

function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Until when the delivery is open, in the colour of its urgency. */
export function ExpiryChip({ expiresAt }: { expiresAt: string }) {
  const m = useMessages();
  const { tone, days, over } = expiryOf(expiresAt, useNow());
  const time = formatTime(expiresAt);
  const left = days > 0 ? m.detail.expiresIn(time, days) : m.detail.expiresToday(time);
  return (
    <Box
      component="span"
      data-tone={tone}
      sx={{
        bgcolor: TONES[tone].bg,
        color: TONES[tone].fg,
        borderRadius: 1,
        px: 1,
        py: 0.25,
        fontSize: 13,
        fontWeight: 500,
      }}
    >
      {over ? m.detail.expiredAt(time) : left}
    </Box>
  );
}
