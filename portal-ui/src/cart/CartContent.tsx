import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import TablePagination from '@mui/material/TablePagination';
import { EmptyState, type Scene, useInstrumentNames, useMessages } from '@scenedock/ui-kit';
import { useMemo, useState } from 'react';
import { useAsk } from '../parts/confirm';
import { useStable } from '../parts/useStable';
import { useCartChange } from '../session/useCartChange';
import { CartBar } from './CartBar';
import { CartSceneDialog } from './CartSceneDialog';
import { CartTable } from './CartTable';
import { type CartView, countNames, matching, ordered, PAGE_SIZES } from './cartView';
import { OrderBar } from './OrderBar';
import { RemoveByNameDialog } from './RemoveByNameDialog';
import { useCartView } from './useCartView';
import { useChoice } from './useChoice';

const idsOf = (scenes: readonly Scene[]) => scenes.map((scene) => scene.dataid);

/** Taking scenes out, after a question where more than one goes. */
function useRemoval(scenes: Scene[]) {
  const m = useMessages();
  const ask = useAsk();
  const { remove, removeNames } = useCartChange();
  const names = useMemo(() => countNames(scenes), [scenes]);
  const removeAsked = async (question: string, ids: string[]) => {
    if ((await ask({ text: question, danger: true })) !== null) remove.mutate(ids);
  };
  const removeName = async (name: string) => {
    const question = m.basket.confirmNames(names.get(name) ?? 1);
    if ((await ask({ text: question, danger: true })) !== null) removeNames.mutate([name]);
  };
  return { names, remove, removeNames, removeAsked, removeName };
}

/** The scenes that the text names, in the order of the view. */
function useMatchingScenes(scenes: readonly Scene[], { text, sort }: CartView): readonly Scene[] {
  const instruments = useInstrumentNames();
  return useMemo(
    () => ordered(matching(scenes, text, instruments), sort),
    [scenes, text, sort, instruments],
  );
}

/** The page of the view, or the last one that there is. */
function pageOf(found: readonly Scene[], { page: wished, size }: CartView) {
  const page = Math.min(wished, Math.max(1, Math.ceil(found.length / size)));
  return { page, pageScenes: found.slice((page - 1) * size, page * size) };
}

/** A cart that holds something: find, choose, remove, order. */
export function CartContent({ scenes }: { scenes: Scene[] }) {
  const m = useMessages();
  const { names, remove, removeNames, removeAsked, removeName } = useRemoval(scenes);
  const { view, open, show, filter, toPage, resize, sortBy } = useCartView();
  const { left, toggle, all, leave } = useChoice(scenes);
  const [naming, setNaming] = useState(false);
  const { text, sort, size } = view;
  const found = useMatchingScenes(scenes, view);
  const chosen = useMemo(() => scenes.filter((scene) => !left.has(scene.dataid)), [scenes, left]);
  const { page, pageScenes } = pageOf(found, view);
  const removeOne = (id: string) => remove.mutate([id]);
  const row = {
    onToggle: useStable(toggle),
    onOpen: useStable((id: string) => show(id)),
    onRemove: useStable(removeOne),
    onRemoveName: useStable((name: string) => void removeName(name)),
  };
  const onlyFound = () => {
    const remaining = new Set(idsOf(found));
    leave(idsOf(scenes).filter((id) => !remaining.has(id)));
  };
  return (
    <Stack spacing={1.5}>
      <Paper variant="outlined">
        <CartBar
          text={text}
          matches={found.length}
          all={scenes.length}
          chosen={chosen.length}
          onFilter={filter}
          onChooseAll={all}
          onChooseNone={() => leave(idsOf(scenes))}
          onChooseOnly={onlyFound}
          onByName={() => setNaming(true)}
          onClear={() => void removeAsked(m.basket.confirmClear(scenes.length), idsOf(scenes))}
        />
        {pageScenes.length === 0 ? (
          <EmptyState
            title={m.basket.noMatch}
            action={<Button onClick={() => filter('')}>{m.basket.clearFilter}</Button>}
          />
        ) : (
          <CartTable
            scenes={pageScenes}
            left={left}
            names={names}
            sort={sort}
            onSort={sortBy}
            {...row}
          />
        )}
        {found.length > PAGE_SIZES[0] ? (
          <Pages count={found.length} page={page} size={size} onPage={toPage} onSize={resize} />
        ) : null}
      </Paper>
      <OrderBar
        chosen={chosen}
        busy={remove.isPending}
        onDeselect={(ids) => toggle(ids, false)}
        onRemove={() => void removeAsked(m.cart.confirmRemove(chosen.length), idsOf(chosen))}
      />
      {open === null ? null : (
        <CartSceneDialog
          dataId={open}
          scenes={found}
          inCart={(id) => scenes.some((scene) => scene.dataid === id)}
          busy={remove.isPending}
          onOpen={show}
          onRemove={removeOne}
        />
      )}
      {naming ? (
        <RemoveByNameDialog
          scenes={scenes}
          busy={removeNames.isPending}
          onRemove={(names) => removeNames.mutate(names, { onSuccess: () => setNaming(false) })}
          onClose={() => setNaming(false)}
        />
      ) : null}
    </Stack>
  );
}

type PagesProps = {
  count: number;
  /** From 1. */
  page: number;
  size: number;
  onPage: (page: number) => void;
  onSize: (size: number) => void;
};

function Pages({ count, page, size, onPage, onSize }: PagesProps) {
  return (
    <TablePagination
      component="div"
      count={count}
      page={page - 1}
      rowsPerPage={size}
      rowsPerPageOptions={[...PAGE_SIZES]}
      showFirstButton
      showLastButton
      onPageChange={(_, next) => onPage(next + 1)}
      onRowsPerPageChange={(event) => onSize(Number(event.target.value))}
    />
  );
}
