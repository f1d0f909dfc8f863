import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import HighlightOff from '@mui/icons-material/HighlightOff';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Divider from '@mui/material/Divider';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import {
  type ExplainedGrant,
  type ExplainedScope,
  QueryResult,
  scopeGrants,
  useMessages,
  useSettled,
} from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { type Named, PersonField, UnitField } from '../parts/SubjectFields';
import { useCall } from '../parts/useCall';
import { useGrantWords } from '../parts/useGrantWords';
import { SCOPES_TOPIC } from '../parts/useUnitTree';

/** Why somebody sees a scene, and why not; and which unit's grants the person shares. */
export function ExplainDialog({ onClose }: { onClose: () => void }) {
  const { common } = useMessages();
  const { scopes: m } = useAdminMessages();
  const [person, setPerson] = useState<Named | null>(null);
  const [scene, setScene] = useState('');
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm">
      <DialogTitle>{m.explain}</DialogTitle>
      <DialogContent>
        <Stack spacing={2} sx={{ mt: 1 }}>
          <PersonField person={person} onChange={setPerson} />
          <TextField
            label={m.sceneId}
            value={scene}
            onChange={({ target }) => setScene(target.value)}
            fullWidth
          />
          {person !== null && <Explanation key={person.id} person={person} scene={scene} />}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{common.close}</Button>
      </DialogActions>
    </Dialog>
  );
}

function Explanation({ person, scene }: { person: Named; scene: string }) {
  const dataId = useSettled(scene.trim());
  // Stays while the answer is read anew for another scene; undefined: the unit is the stored one.
  const [chosen, setChosen] = useState<Named | null>();
  const query = useQuery({
    queryKey: [...SCOPES_TOPIC, 'explained', person.id, dataId],
    queryFn: ({ signal }) => scopeGrants.explain(person.id, dataId, { signal }),
    retry: false,
  });
  return (
    <QueryResult query={query}>
      {(explained) => (
        <Stack spacing={2}>
          <Answer explained={explained} />
          <Divider />
          <MemberField
            person={person}
            unit={explained.unit}
            chosen={chosen === undefined ? explained.unit : chosen}
            onChoose={setChosen}
          />
        </Stack>
      )}
    </QueryResult>
  );
}

interface MemberFieldProps {
  person: Named;
  /** As it is stored. */
  unit: ExplainedScope['unit'];
  chosen: Named | null;
  onChoose: (chosen: Named | null) => void;
}

/** What is chosen opens data, and is therefore saved by a button of its own. */
function MemberField({ person, unit, chosen, onChoose }: MemberFieldProps) {
  const { scopes: m } = useAdminMessages();
  const { run, busy } = useCall(SCOPES_TOPIC);
  const isUnchanged = chosen?.id === unit?.id;
  const save = () =>
    run(() => scopeGrants.setMember(person.id, chosen?.id ?? null), {
      ok: m.memberSaved,
      failed: m.failed,
    });
  return (
    <Stack spacing={1} sx={{ alignItems: 'flex-start' }}>
      <UnitField unit={chosen} label={m.memberOf} hint={m.memberHint} onChange={onChoose} />
      <Tooltip describeChild title={isUnchanged ? m.memberUnchanged : ''}>
        <span>
          <Button
            variant="outlined"
            loading={busy}
            disabled={isUnchanged}
            onClick={() => void save()}
          >
            {m.memberSave}
          </Button>
        </span>
      </Tooltip>
    </Stack>
  );
}

function Answer({ explained }: { explained: ExplainedScope }) {
  const { scopes: m } = useAdminMessages();
  const { seesAll, sees, grants } = explained;
  return (
    <>
      {seesAll && <Alert severity="info">{m.seesAll}</Alert>}
      {sees !== null && (
        <Alert severity={sees ? 'success' : 'warning'}>{sees ? m.sees : m.seesNot}</Alert>
      )}
      {grants.length === 0 && <Typography variant="body2">{m.noGrants}</Typography>}
      {grants.map((grant) => (
        <GrantLine key={grant.id} grant={grant} />
      ))}
    </>
  );
}

function GrantLine({ grant }: { grant: ExplainedGrant }) {
  const { common } = useMessages();
  const { scopes: m } = useAdminMessages();
  const { nameOf, nodesOf, untilOf } = useGrantWords();
  const verdicts = [
    { label: m.verdictNode, says: nodesOf(grant.nodeIds), holds: grant.inNodes },
    { label: m.verdictArea, says: grant.areaName || m.everywhere, holds: grant.inArea },
    { label: m.verdictTime, says: untilOf(grant.until), holds: grant.inTime },
  ];
  return (
    <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 1.5 }}>
      <Typography variant="subtitle2">{nameOf(grant)}</Typography>
      {verdicts.map(({ label, says, holds }) => (
        <Stack key={label} direction="row" sx={{ gap: 1, alignItems: 'center' }}>
          <Box component="span" sx={{ display: 'flex', width: 20, flex: 'none' }}>
            {holds === true && (
              <CheckCircleOutlined fontSize="small" color="success" titleAccess={m.yes} />
            )}
            {holds === false && <HighlightOff fontSize="small" color="error" titleAccess={m.no} />}
          </Box>
          <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {label}
            {common.colon}
            {says}
          </Typography>
        </Stack>
      ))}
    </Box>
  );
}
