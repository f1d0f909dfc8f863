import Alert, { type AlertColor } from '@mui/material/Alert';
import Portal from '@mui/material/Portal';
import Stack from '@mui/material/Stack';
import { useMessages } from '@scenedock/ui-kit';
import { createContext, type ReactNode, use, useCallback, useMemo, useRef, useState } from 'react';

type Notice = { id: number; text: string; severity: AlertColor; about: string };

type Corner = {
  /** Shows a notice, for `ms` or until it is closed; it replaces the one `about` the same thing. */
  show: (text: string, how: { severity: AlertColor; about: string; ms?: number }) => void;
  dismiss: (about: string) => void;
};

const CornerContext = createContext<Corner>({ show: () => {}, dismiss: () => {} });

/** Notices of the map at the bottom right, several under one another. */
export function CornerNotices({ children }: { children: ReactNode }) {
  const m = useMessages();
  const [notices, setNotices] = useState<Notice[]>([]);
  const last = useRef(0);
  const drop = useCallback(
    (gone: (notice: Notice) => boolean) => setNotices((all) => all.filter((one) => !gone(one))),
    [],
  );
  const show = useCallback<Corner['show']>(
    (text, { severity, about, ms }) => {
      last.current += 1;
      const id = last.current;
      setNotices((all) => [
        ...all.filter((one) => one.about !== about),
        { id, text, severity, about },
      ]);
      if (ms !== undefined) setTimeout(() => drop((one) => one.id === id), ms);
    },
    [drop],
  );
  const dismiss = useCallback((about: string) => drop((one) => one.about === about), [drop]);
  const corner = useMemo(() => ({ show, dismiss }), [show, dismiss]);
  return (
    <CornerContext value={corner}>
      {children}
      <Portal>
        <Stack
          role="region"
          aria-label={m.tools.corner}
          spacing={1}
          sx={{
            position: 'fixed',
            right: 16,
            bottom: 16,
            zIndex: 'snackbar',
            maxWidth: 'min(380px, calc(100vw - 32px))',
          }}
        >
          {notices.map(({ id, text, severity }) => (
            <Alert
              key={id}
              severity={severity}
              variant="filled"
              onClose={() => drop((one) => one.id === id)}
              slotProps={{ closeButton: { 'aria-label': m.tools.close } }}
            >
              {text}
            </Alert>
          ))}
        </Stack>
      </Portal>
    </CornerContext>
  );
}

export function useCorner(): Corner {
  return use(CornerContext);
}
