import Alert, { type AlertColor } from '@mui/material/Alert';
import Snackbar from '@mui/material/Snackbar';
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';

type Notice = { id: number; text: string; severity: AlertColor };

type Show = (text: string, severity?: AlertColor) => void;

const Context = createContext<Show>(() => undefined);

/** Messages stay 3 s, as the product always had it; errors stay until they are closed. */
const SHOWN_MS = 3000;

export function NoticeProvider({ children }: { children: ReactNode }) {
  const [notice, setNotice] = useState<Notice | null>(null);
  const show = useCallback<Show>((text, severity = 'success') => {
    setNotice((last) => ({ id: (last?.id ?? 0) + 1, text, severity }));
  }, []);
  const close = (reason?: string) => {
    if (reason !== 'clickaway') setNotice(null);
  };
  return (
    <Context.Provider value={show}>
      {children}
      {notice === null ? null : (
        <Snackbar
          key={notice.id}
          open
          autoHideDuration={notice.severity === 'error' ? null : SHOWN_MS}
          anchorOrigin={{ vertical: 'top', horizontal: 'center' }}
          onClose={(_, reason) => close(reason)}
        >
          <Alert severity={notice.severity} variant="filled" onClose={() => close()}>
            {notice.text}
          </Alert>
        </Snackbar>
      )}
    </Context.Provider>
  );
}

/** Shows a passing message. */
export function useNotice(): Show {
  return useContext(Context);
}
