import ArrowBack from '@mui/icons-material/ArrowBack';
import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import { type Theme, ThemeProvider, useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import {
  ApiError,
  Clamped,
  QueryResult,
  type SceneDetail,
  ToneChip,
  useMessages,
} from '@scenedock/ui-kit';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { AddToOrderButton } from '../addTo/AddToOrder';
import { dataKind } from '../cart/kinds';
import { LOOKUP_NOTICE, useNotice } from '../parts/notice';
import { SceneBody } from './SceneBody';
import { SceneCartButton } from './SceneCartButton';
import { SceneStep } from './SceneStep';
import { useScene } from './useScene';
import { useTrail } from './useTrail';

/** Of the specification. */
const DIALOG_Z = 4000;

/** What opens within the dialog stands on it. */
const raised = (outer: Theme): Theme => ({
  ...outer,
  zIndex: { ...outer.zIndex, modal: DIALOG_Z, tooltip: DIALOG_Z + 200 },
});

/** 57 % of the window, as the specification has it, but never too narrow to read. */
const PAPER = { width: 'max(57%, min(720px, calc(100% - 64px)))', maxWidth: 'none' } as const;

/** Said for a breakpoint each, because the theme leaves phones a margin. */
const PHONE_PAPER = {
  m: { xs: 0 },
  width: { xs: '100%' },
  maxHeight: { xs: '100%' },
  borderRadius: 0,
} as const;

type Props = {
  dataId: string;
  onClose: () => void;
  /** What the title begins with, such as "购物车详情". */
  caption?: string;
  /** Neighbours in the list the dialog was opened from. */
  onPrev?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
  /** Instead of the button that adds to the cart. */
  cart?: (scene: SceneDetail) => ReactNode;
  /** Further buttons. */
  actions?: (scene: SceneDetail) => ReactNode;
};

/** Everything about one scene. */
export function SceneDialog(props: Props) {
  return (
    <ThemeProvider theme={raised}>
      <SceneWindow {...props} />
    </ThemeProvider>
  );
}

/** Arrow keys step through the list, unless what has the focus needs them itself. */
function steps(event: KeyboardEvent, onPrev: Props['onPrev'], onNext: Props['onNext']): void {
  const target = event.target as HTMLElement;
  const own = 'input, textarea, [role=application], [role=menu], [role=slider], [role=listbox]';
  // A menu or viewer opened from here lies elsewhere in the page.
  if (!event.currentTarget.contains(target) || target.closest(own) !== null) return;
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === 'ArrowLeft') onPrev?.();
  if (event.key === 'ArrowRight') onNext?.();
}

/** A scene that is not in the catalogue: says so and leaves. */
function useLeaveWhenGone(gone: boolean, leave: () => void): void {
  const m = useMessages();
  const notice = useNotice();
  const latest = useRef(leave);
  latest.current = leave;
  useEffect(() => {
    if (!gone) return;
    notice(m.scene.noDetails, 'warning', LOOKUP_NOTICE);
    latest.current();
  }, [gone, notice, m]);
}

function Title({ id, caption, scene }: { id: string; caption: string; scene?: SceneDetail }) {
  const m = useMessages();
  return (
    <DialogTitle
      id={id}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        pr: 7,
        py: 1.5,
        overflowWrap: 'anywhere',
        lineHeight: 1.4,
      }}
    >
      <Clamped text={scene === undefined ? caption : m.view.title(caption, scene.dataname)} />
      {scene === undefined ? null : (
        <ToneChip
          tone={scene.exists ? 'success' : 'neutral'}
          label={scene.exists ? m.scene.online : m.scene.offline}
        />
      )}
    </DialogTitle>
  );
}

function SceneWindow({ dataId, onClose, caption, onPrev, onNext, cart, actions }: Props) {
  const m = useMessages();
  const id = useId();
  const phone = useMediaQuery(useTheme().breakpoints.down('sm'));
  const { current, last, open, back } = useTrail(dataId);
  const query = useScene(current);
  const { data: scene, error } = query;
  const gone = (error instanceof ApiError && error.status === 404) || scene === null;
  useLeaveWhenGone(gone, last === null ? onClose : back);
  // Away from the list there are no neighbours.
  const prev = last === null ? onPrev : undefined;
  const next = last === null ? onNext : undefined;
  if (gone) return null;
  return (
    <Dialog
      open
      fullScreen={phone}
      onClose={onClose}
      onKeyDown={(event) => steps(event, prev, next)}
      aria-labelledby={id}
      slotProps={{
        paper: { sx: phone ? PHONE_PAPER : PAPER },
      }}
    >
      <Title id={id} caption={caption ?? m.view.caption} {...(scene ? { scene } : {})} />
      <IconButton
        aria-label={m.common.close}
        onClick={onClose}
        sx={{ position: 'absolute', right: 12, top: 10 }}
      >
        <Close />
      </IconButton>
      <DialogContent dividers sx={{ px: { xs: 2, sm: 3 }, py: 2 }}>
        <QueryResult query={query}>
          {(known) => (
            <SceneBody
              scene={known}
              onOpen={(like) => open(like, { id: known.dataid, name: known.dataname })}
            />
          )}
        </QueryResult>
      </DialogContent>
      <DialogActions sx={{ px: 2, gap: 0.5, flexWrap: 'wrap' }}>
        {last === null ? (
          <SceneStep onPrev={prev} onNext={next} />
        ) : (
          <Button
            startIcon={<ArrowBack />}
            aria-label={m.view.back(last.name)}
            title={last.name}
            onClick={back}
          >
            {m.view.backShort}
          </Button>
        )}
        <Box sx={{ flex: 1 }} />
        {scene === undefined ? null : actions?.(scene)}
        {scene === undefined ? null : (
          <AddToOrderButton dataIds={[scene.dataid]} kind={dataKind(scene.datatype)} />
        )}
        {scene === undefined ? null : (cart?.(scene) ?? <SceneCartButton dataId={scene.dataid} />)}
      </DialogActions>
    </Dialog>
  );
}
