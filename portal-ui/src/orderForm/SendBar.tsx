import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type OrderDraft, type Scene, tokens, useMessages } from '@scenedock/ui-kit';
import { selectionText } from '../parts/selectionText';

type Action = OrderDraft['action'];

type Props = {
  scenes: readonly Scene[];
  hint: string | null;
  /** Whether a paper is on its way, for which both ways wait. */
  isUploading: boolean;
  /** What is being sent now. */
  sending: Action | null | undefined;
  onSend: (action: Action) => void;
};

/** What is ordered, and the two ways to send it; always in reach. */
export function SendBar({ scenes, hint: usual, isUploading, sending, onSend }: Props) {
  const m = useMessages();
  const busy = isUploading || (sending !== null && sending !== undefined);
  const hint = isUploading ? m.form.stillUploading : usual;
  return (
    <Paper
      variant="outlined"
      sx={{ p: 1.5, position: 'sticky', bottom: 0, zIndex: 2, boxShadow: tokens.lift.bar }}
    >
      <Stack direction="row" sx={{ gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
        <div style={{ flex: 1, minWidth: 160 }}>
          <Typography sx={{ fontWeight: 600 }}>{selectionText(scenes, m)}</Typography>
          {hint === null ? null : (
            <Typography variant="caption" color="textSecondary" role="status">
              {hint}
            </Typography>
          )}
        </div>
        <Button
          size="large"
          variant="outlined"
          disabled={busy}
          loading={sending === 'save'}
          onClick={() => onSend('save')}
        >
          {m.form.save}
        </Button>
        <Button
          size="large"
          variant="contained"
          disabled={busy}
          loading={sending === 'submit'}
          onClick={() => onSend('submit')}
        >
          {m.form.submit}
        </Button>
      </Stack>
    </Paper>
  );
}
