import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { type Scene, useMessages } from '@scenedock/ui-kit';
import { catalogued } from '../parts/selectionText';

type Props = {
  scenes: readonly Scene[];
  /** Whether the applicant has said to ask for them nevertheless. */
  confirmed: boolean;
  /** Somebody tried to submit before choosing. */
  missed: boolean;
  onLeaveOut: (dataIds: string[]) => void;
  onAsk: () => void;
};

/** Scenes that nobody can hand out yet: how many there are, and the choice to leave them out or to ask for them. */
export function CataloguedNotice({ scenes, confirmed, missed, onLeaveOut, onAsk }: Props) {
  const m = useMessages();
  const ids = catalogued(scenes).map((scene) => scene.dataid);
  if (ids.length === 0) return null;
  const leaveOut = (
    <Button size="small" variant="outlined" color="inherit" onClick={() => onLeaveOut(ids)}>
      {m.form.leaveOut(ids.length)}
    </Button>
  );
  if (confirmed) {
    return (
      <Alert severity="info" sx={{ mb: 1.5 }} action={leaveOut}>
        {m.form.catalogueAsked(ids.length)}
      </Alert>
    );
  }
  return (
    <Alert severity={missed ? 'error' : 'warning'} sx={{ mb: 1.5 }} data-missed={missed}>
      <AlertTitle sx={{ fontSize: 'inherit', fontWeight: 600 }}>
        {m.form.catalogueOnly(ids.length)}
      </AlertTitle>
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', mt: 0.5 }}>
        {leaveOut}
        <Button size="small" variant="outlined" color="inherit" onClick={onAsk}>
          {m.form.askFor}
        </Button>
      </Stack>
    </Alert>
  );
}
