import Autocomplete, { createFilterOptions } from '@mui/material/Autocomplete';
import DialogContentText from '@mui/material/DialogContentText';
import TextField from '@mui/material/TextField';
import {
  type Faults,
  FormDialog,
  QueryResult,
  scopeGrants,
  type UnitNode,
  type UnitUses,
  useMessages,
} from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'ra-core';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useSaveRecord } from '../parts/forms/useSaveRecord';
import { useCall } from '../parts/useCall';
import { useGrantWords } from '../parts/useGrantWords';
import { SCOPES_TOPIC } from '../parts/useUnitTree';
import { lawfulParents, type UnitTree } from './unitTree';

/** Characters that the name of a unit may have. */
export const LONGEST = 100;

interface UnitDialogProps {
  unit: UnitNode;
  onClose: () => void;
}

/** Gives a unit another name. */
export function RenameUnitDialog({ unit, onClose }: UnitDialogProps) {
  const { units: m } = useAdminMessages();
  const { save, busy } = useSaveRecord('units', { ok: m.renamed, failed: m.failed }, ['scopes']);
  const [name, setName] = useState(unit.name);
  const [faults, setFaults] = useState<Faults>({});
  const empty = name.trim() === '';
  const submit = async () => {
    const saved = await save(unit.id, { name: name.trim() });
    setFaults(saved.faults ?? {});
    if (saved.outcome === 'accepted') onClose();
  };
  return (
    <FormDialog
      title={m.renameTitle(unit.name)}
      busy={busy}
      blocked={empty ? m.nameNeeded : undefined}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextField
        label={m.name}
        value={name}
        onChange={({ target }) => setName(target.value)}
        error={faults.name !== undefined || empty}
        helperText={faults.name ?? (empty ? m.nameNeeded : m.renameHint)}
        slotProps={{ htmlInput: { maxLength: LONGEST } }}
        required
        fullWidth
        autoFocus
        sx={{ mt: 1 }}
      />
    </FormDialog>
  );
}

/** Parents that are drawn at once; typing finds the others. */
const firstParents = createFilterOptions<UnitNode>({ limit: 100 });

interface MoveUnitDialogProps extends UnitDialogProps {
  tree: UnitTree;
  onMoved: (unit: UnitNode, parentId: string | null) => void;
}

/** Puts a unit below another one, of those that it may be put below, or at the top. */
export function MoveUnitDialog({ unit, tree, onClose, onMoved }: MoveUnitDialogProps) {
  const { common } = useMessages();
  const { units: m } = useAdminMessages();
  const { save, busy } = useSaveRecord('units', { ok: m.moved, failed: m.failed }, ['scopes']);
  const [parent, setParent] = useState<UnitNode | null>(null);
  const now = unit.parentId === null ? undefined : tree.known.get(unit.parentId);
  const submit = async () => {
    const { outcome } = await save(unit.id, { parentId: parent?.id ?? null });
    if (outcome !== 'accepted') return;
    onMoved(unit, parent?.id ?? null);
    onClose();
  };
  return (
    <FormDialog
      title={m.moveTitle(unit.name)}
      busy={busy}
      blocked={parent === null && now === undefined ? m.chooseParent : undefined}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <DialogContentText sx={{ mb: 2 }}>
        {m.isBelow(now?.name ?? m.top)} {m.moveHint}
      </DialogContentText>
      <Autocomplete
        options={lawfulParents(tree, unit)}
        filterOptions={firstParents}
        value={parent}
        onChange={(_, next) => setParent(next)}
        getOptionLabel={({ name }) => name}
        getOptionKey={({ id }) => id}
        isOptionEqualToValue={(one, other) => one.id === other.id}
        noOptionsText={common.noMatch}
        closeText={common.close}
        clearText={common.clear}
        openText={m.parent}
        renderInput={(params) => (
          <TextField
            {...params}
            label={m.parent}
            placeholder={m.top}
            slotProps={{ ...params.slotProps, inputLabel: { shrink: true } }}
          />
        )}
      />
    </FormDialog>
  );
}

/** Removes a unit that nothing needs, and says who needs it otherwise. */
export function RemoveUnitDialog({ unit, onClose }: UnitDialogProps) {
  const { units: m } = useAdminMessages();
  const provider = useDataProvider();
  const { run, busy } = useCall(SCOPES_TOPIC);
  const linesOf = useUseLines();
  const query = useQuery({
    queryKey: [...SCOPES_TOPIC, 'uses', unit.id],
    queryFn: ({ signal }) => scopeGrants.unitUses(unit.id, { signal }),
    gcTime: 0,
  });
  const lines = query.data && linesOf(query.data);
  const { orders = 0, accounts = 0 } = query.data ?? {};
  const submit = async () => {
    const call = () => provider.delete('units', { id: unit.id });
    if ((await run(call, { ok: m.removed, failed: m.failed })) !== 'failed') onClose();
  };
  return (
    <FormDialog
      title={m.removeTitle}
      destructive
      busy={busy}
      blocked={lines?.length === 0 ? undefined : m.needed}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <QueryResult query={{ ...query, data: lines }}>
        {(needs) =>
          needs.length === 0 ? (
            <>
              <DialogContentText>{m.removeConfirm(unit.name)}</DialogContentText>
              {orders + accounts > 0 && (
                <DialogContentText sx={{ mt: 1 }}>{m.namedIn(orders, accounts)}</DialogContentText>
              )}
            </>
          ) : (
            <>
              <DialogContentText>{m.needed}</DialogContentText>
              <ul>
                {needs.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </>
          )
        }
      </QueryResult>
    </FormDialog>
  );
}

/** Who needs a unit, each sort in a line. */
function useUseLines(): (uses: UnitUses) => string[] {
  const { common } = useMessages();
  const { units: m } = useAdminMessages();
  const named = (names: readonly string[], count: number) =>
    names.join(common.listComma) + (count > names.length ? m.andMore(count) : '');
  const { nodesOf, areaOf } = useGrantWords();
  const words = (grant: UnitUses['granted'][number]) =>
    m.uses.grant(nodesOf(grant.nodeIds), areaOf(grant));
  return ({ children, childCount, members, memberCount, grants, granted }) => [
    ...(childCount > 0 ? [m.uses.children(named(children, childCount))] : []),
    ...(memberCount > 0 ? [m.uses.members(named(members, memberCount))] : []),
    ...(grants > 0 ? [m.uses.grants(grants, named(granted.map(words), grants))] : []),
  ];
}
