import AddShoppingCart from '@mui/icons-material/AddShoppingCart';
import Button from '@mui/material/Button';
import { type Scene, useMessages } from '@scenedock/ui-kit';
import { SceneDialog } from '../scene/SceneDialog';

type Props = {
  dataId: string;
  scenes: Scene[];
  inCart: ReadonlySet<string>;
  onOpen: (id: string | null) => void;
  onAdd: (ids: string[]) => void;
  onLocate: (wkt: string) => void;
};

/** The scene dialog with its neighbours in the results. */
export function SearchSceneDialog({ dataId, scenes, inCart, onOpen, onAdd, onLocate }: Props) {
  const m = useMessages();
  const at = scenes.findIndex((scene) => scene.dataid === dataId);
  const step = (to: number) => {
    const scene = at < 0 ? undefined : scenes[to];
    return scene === undefined ? undefined : () => onOpen(scene.dataid);
  };
  const held = inCart.has(dataId);
  return (
    <SceneDialog
      dataId={dataId}
      onClose={() => onOpen(null)}
      onPrev={step(at - 1)}
      onNext={step(at + 1)}
      actions={(scene) => (
        <>
          <Button
            disabled={scene.wktresponse === null}
            onClick={() => {
              onOpen(null);
              onLocate(scene.wktresponse ?? '');
            }}
          >
            {m.search.locate}
          </Button>
          <Button
            variant="contained"
            startIcon={<AddShoppingCart />}
            disabled={held}
            onClick={() => onAdd([dataId])}
          >
            {held ? m.search.inCart : m.search.addToCart}
          </Button>
        </>
      )}
    />
  );
}
