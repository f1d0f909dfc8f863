import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface DraftBarProps {
  words: { clean: string; dirty: string; wrong: string; undo: string; save: string };
  isDirty: boolean;
  isGood: boolean;
  busy: boolean;
  /** Other buttons, before those that end it. */
  children?: ReactNode;
  onUndo: () => void;
  onSave: () => void;
}

/** Says how a draft stands, and saves it or takes it back; it stays in sight below a long form. */
export function DraftBar(props: DraftBarProps) {
  const { words: m, isDirty, isGood, busy, children, onUndo, onSave } = props;
  const still = isDirty ? (isGood ? null : m.wrong) : m.clean;
  return (
    <Box sx={BAR}>
      <Typography role="status" variant="body2" color="textSecondary" sx={{ flex: 1 }}>
        {still ?? m.dirty}
      </Typography>
      {children}
      <Button disabled={!isDirty || busy} title={isDirty ? undefined : m.clean} onClick={onUndo}>
        {m.undo}
      </Button>
      <Button
        variant="contained"
        size="medium"
        loading={busy}
        disabled={still !== null}
        title={still ?? undefined}
        onClick={onSave}
      >
        {m.save}
      </Button>
    </Box>
  );
}

const BAR = {
  position: 'sticky',
  bottom: 0,
  zIndex: 2,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  p: 1.5,
  borderTop: 1,
  borderColor: 'divider',
  bgcolor: 'background.paper',
} as const;
