import Alert, { type AlertColor } from '@mui/material/Alert';
import Snackbar from '@mui/material/Snackbar';
import { BesideModals, LOOKUP_MS, MESSAGE_MS, NOTIFICATION_MS } from '@scenedock/ui-kit';
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';

/** Where a notice stands and how long, in milliseconds; null: until it is closed. What stands above its text. */
type NoticePlacement = { corner?: boolean; ms?: number | null; title?: string };

type Notice = NoticePlacement & { id: number; text: string; severity: AlertColor };

type Show = (text: string, severity?: AlertColor, placement?: NoticePlacement) => void;

const Context = createContext<Show>(() => undefined);

/** Above every dialog; that of a scene stands at 4000. */
const NOTICE_Z = 5000;

/** How the lookup of a scene reports that it found nothing. */
export const LOOKUP_NOTICE: NoticePlacement = { corner: true, ms: LOOKUP_MS };

/** How a refused sign-in is reported. */
export const NOTIFICATION: NoticePlacement = { corner: true, ms: NOTIFICATION_MS };

/** What must not be missed: it stays until it is closed. */
export const PERSISTENT: NoticePlacement = { corner: true, ms: null };

/** Above the buttons that stand at the foot of panels and pages. */
const ABOVE_FOOT = { xs: 88, sm: 72 };

const LEFT = { vertical: 'bottom', horizontal: 'left' } as const;
const CORNER = { vertical: 'bottom', horizontal: 'right' } as const;

export function NoticeProvider({ children }: { children: ReactNode }) {
  const [notice, setNotice] = useState<Notice | null>(null);
  const show = useCallback<Show>((text, severity = 'success', placement = {}) => {
    setNotice((last) => ({ ...placement, id: (last?.id ?? 0) + 1, text, severity }));
  }, []);
  const close = (reason?: string) => {
    if (reason !== 'clickaway') setNotice(null);
  };
  return (
    <Context.Provider value={show}>
      {children}
      <BesideModals>
        {notice === null ? null : (
          <Snackbar
            key={notice.id}
            open
            autoHideDuration={notice.ms === undefined ? MESSAGE_MS : notice.ms}
            anchorOrigin={notice.corner ? CORNER : LEFT}
            onClose={(_, reason) => close(reason)}
            sx={{ zIndex: NOTICE_Z, '&.MuiSnackbar-root': { bottom: ABOVE_FOOT } }}
          >
            <Alert severity={notice.severity} variant="filled" onClose={() => close()}>
              {notice.title === undefined ? null : (
                <strong>
                  {notice.title}
                  <br />
                </strong>
              )}
              {notice.text}
            </Alert>
          </Snackbar>
        )}
      </BesideModals>
    </Context.Provider>
  );
}

/** Shows a passing message. */
export function useNotice(): Show {
  return useContext(Context);
}
