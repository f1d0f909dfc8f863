import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type CatalogueSearch, type FoundScene, ink, useMessages } from '@scenedock/ui-kit';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { oneKind } from '../../cart/kinds';
import { useNotice } from '../../parts/notice';
import { useSession } from '../../session/session';
import { useMayExport } from '../../session/useMayExport';
import { useMayOrder } from '../../session/useMayOrder';
import { CartMenu } from './CartMenu';

/** For those few who may export. */
const ExportMenu = lazy(() =>
  import('@scenedock/ui-kit/ExportMenu').then((part) => ({ default: part.ExportMenu })),
);
const AddToOrderDialog = lazy(() =>
  import('../../addTo/AddToOrder').then((part) => ({ default: part.AddToOrderDialog })),
);

type Props = {
  scenes: readonly FoundScene[];
  /** How many the search finds; null while its answer is under way. */
  total: number | null;
  selected: ReadonlySet<string>;
  inCart: ReadonlySet<string>;
  busy: boolean;
  onSelect: (ids: string[], on: boolean) => void;
  onAdd: (ids: string[]) => void;
  onAddAll: () => void;
  /** What can be done with the search, while nothing is selected. */
  withSearch?: ReactNode;
  /** What finds all of the results. */
  found: CatalogueSearch;
};

/** What is selected, over all pages, and what can be done with it. */
export function SelectionBar(props: Props) {
  const { scenes, selected, inCart } = props;
  const m = useMessages();
  const mayOrder = useMayOrder();
  const mayExport = useMayExport();
  const signedIn = useSession().me !== null;
  const [adding, setAdding] = useState(false);
  const ids = scenes.map((scene) => scene.dataid);
  const on = ids.filter((id) => selected.has(id)).length;
  const fresh = ids.filter((id) => !inCart.has(id));
  const chosen = [...selected];
  // Scenes on other pages are not at hand: then the server says which order takes them.
  const known = scenes.filter((scene) => selected.has(scene.dataid));
  const kind = known.length === chosen.length ? oneKind(known) : null;
  return (
    <Stack
      direction="row"
      sx={{
        pl: 0.75,
        pr: 1,
        minHeight: 42,
        gap: 0.75,
        alignItems: 'center',
        borderBottom: 1,
        borderColor: 'divider',
        bgcolor: ink.page,
      }}
    >
      <Checkbox
        checked={ids.length > 0 && on === ids.length}
        indeterminate={on > 0 && on < ids.length}
        disabled={ids.length === 0}
        onChange={(_, checked) => props.onSelect(ids, checked)}
        slotProps={{ input: { 'aria-label': m.find.selectPage } }}
        sx={{ p: 0.5 }}
      />
      {selected.size === 0 ? (
        <Typography variant="body2" color="textSecondary" noWrap>
          {m.find.selectPage}
        </Typography>
      ) : (
        <Button
          title={m.find.unselect}
          onClick={() => props.onSelect(chosen, false)}
          sx={{ minWidth: 0, px: 0.5, whiteSpace: 'nowrap' }}
        >
          {m.find.selected(selected.size)} ×
        </Button>
      )}
      <Box sx={{ flex: 1 }} />
      {selected.size === 0 ? <Suspense>{props.withSearch}</Suspense> : null}
      {mayExport ? <Exports chosen={chosen} total={props.total} found={props.found} /> : null}
      {mayOrder ? (
        <CartMenu
          selected={selected.size}
          fresh={fresh.length}
          total={props.total}
          busy={props.busy}
          onSelected={() => props.onAdd(chosen)}
          onPage={() => props.onAdd(fresh)}
          onAll={props.onAddAll}
          onToOrder={signedIn ? () => setAdding(true) : undefined}
        />
      ) : null}
      {adding ? (
        <Suspense>
          <AddToOrderDialog dataIds={chosen} kind={kind} onClose={() => setAdding(false)} />
        </Suspense>
      ) : null}
    </Stack>
  );
}

type ExportsProps = Pick<Props, 'total' | 'found'> & { chosen: string[] };

function Exports({ chosen, total, found }: ExportsProps) {
  const m = useMessages();
  const notice = useNotice();
  const all = total === 0 ? null : { search: found };
  return (
    <Suspense>
      <ExportMenu
        choices={[
          { label: m.find.exportSelected(chosen.length), target: { dataIds: chosen } },
          { label: m.find.exportAll(total), target: all },
        ]}
        notify={notice}
        variant="text"
      />
    </Suspense>
  );
}
