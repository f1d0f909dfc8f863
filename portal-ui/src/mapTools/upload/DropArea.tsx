import Box from '@mui/material/Box';
import { ink } from '@scenedock/ui-kit';
import { useEffect, useState } from 'react';
import { useMapStage } from '../../map/mapStage';
import { useNotice } from '../../parts/notice';
import { useToolMessages } from '../messages/useToolMessages';

const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

/** Takes a file that is dropped on the map. */
export function DropArea({ onFile }: { onFile: (file: File) => void }) {
  const m = useToolMessages();
  const notice = useNotice();
  const { map } = useMapStage();
  const [over, setOver] = useState(false);
  useEffect(() => {
    const target = map.getTargetElement()?.parentElement;
    if (!target) return;
    const onOver = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const onLeave = (event: DragEvent) => {
      const to = event.relatedTarget;
      if (!(to instanceof Node) || !target.contains(to)) setOver(false);
    };
    const onDrop = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 1) notice(m.areaUpload.oneFile, 'warning');
      else if (files[0]) onFile(files[0]);
    };
    target.addEventListener('dragover', onOver);
    target.addEventListener('dragleave', onLeave);
    target.addEventListener('drop', onDrop);
    return () => {
      target.removeEventListener('dragover', onOver);
      target.removeEventListener('dragleave', onLeave);
      target.removeEventListener('drop', onDrop);
    };
  }, [map, m, notice, onFile]);
  if (!over) return null;
  return (
    <Box
      sx={{
        position: 'absolute',
        inset: 8,
        display: 'grid',
        placeItems: 'center',
        border: '3px dashed',
        borderColor: 'primary.main',
        borderRadius: 2,
        bgcolor: ink.drop,
        color: 'primary.main',
        typography: 'h2',
        pointerEvents: 'none',
      }}
    >
      {m.areaUpload.drop}
    </Box>
  );
}
