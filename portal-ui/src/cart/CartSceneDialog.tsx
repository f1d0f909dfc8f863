import RemoveShoppingCart from '@mui/icons-material/RemoveShoppingCart';
import Button from '@mui/material/Button';
import { type Scene, useMessages } from '@scenedock/ui-kit';
import { SceneCartButton } from '../scene/SceneCartButton';
import { SceneDialog } from '../scene/SceneDialog';

type Props = {
  dataId: string;
  /** The cart as it is filtered and ordered. */
  scenes: readonly Scene[];
  inCart: (id: string) => boolean;
  busy: boolean;
  onOpen: (id: string | null) => void;
  onRemove: (id: string) => void;
};

/** The scene dialog of the cart; removing goes on to the next scene. */
export function CartSceneDialog({ dataId, scenes, inCart, busy, onOpen, onRemove }: Props) {
  const m = useMessages();
  const at = scenes.findIndex((scene) => scene.dataid === dataId);
  const neighbour = (to: number) => (at < 0 ? undefined : scenes[to]?.dataid);
  const step = (to: number) => {
    const id = neighbour(to);
    return id === undefined ? undefined : () => onOpen(id);
  };
  const remove = (id: string) => {
    if (id === dataId) onOpen(neighbour(at + 1) ?? neighbour(at - 1) ?? null);
    onRemove(id);
  };
  return (
    <SceneDialog
      dataId={dataId}
      caption={m.view.cartCaption}
      onClose={() => onOpen(null)}
      onPrev={step(at - 1)}
      onNext={step(at + 1)}
      cart={({ dataid }) =>
        inCart(dataid) ? (
          <Button
            color="error"
            startIcon={<RemoveShoppingCart />}
            loading={busy}
            loadingPosition="start"
            onClick={() => remove(dataid)}
          >
            {m.common.remove}
          </Button>
        ) : (
          <SceneCartButton dataId={dataid} />
        )
      }
    />
  );
}
