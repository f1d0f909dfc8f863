import Button from '@mui/material/Button';
import { type Scene, useMessages } from '@scenedock/ui-kit';
import { SceneDialog } from '../scene/SceneDialog';

type Props = {
  dataId: string;
  scenes: readonly Scene[];
  onOpen: (id: string | null) => void;
  onLocate: (wkt: string) => void;
};

/** The scene dialog with its neighbours in the results. */
export default function SearchSceneDialog({ dataId, scenes, onOpen, onLocate }: Props) {
  const m = useMessages();
  const at = scenes.findIndex((scene) => scene.dataid === dataId);
  const step = (to: number) => {
    const scene = at < 0 ? undefined : scenes[to];
    return scene === undefined ? undefined : () => onOpen(scene.dataid);
  };
  return (
    <SceneDialog
      dataId={dataId}
      onClose={() => onOpen(null)}
      onPrev={step(at - 1)}
      onNext={step(at + 1)}
      actions={(scene) => (
        <Button
          disabled={scene.wktresponse === null}
          onClick={() => {
            onOpen(null);
            onLocate(scene.wktresponse ?? '');
          }}
        >
          {m.search.locate}
        </Button>
      )}
    />
  );
}
