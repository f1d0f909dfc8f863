import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import OpenInNew from '@mui/icons-material/OpenInNew';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import { address, CopyButton, downloadUrl, type SceneDetail, useMessages } from '@scenedock/ui-kit';
import { useState } from 'react';
import { geojsonFile, type OwnFile, wktFile } from './footprintFile';

/** Where this scene opens for everybody. */
const sceneAddress = (id: string) =>
  `${window.location.origin}/search?scene=${encodeURIComponent(id)}`;

/** The scene in the STAC catalogue, whichever collection it is in. */
const stacAddress = (id: string) =>
  `${address('/stac/search', {})}?${new URLSearchParams({ limit: '1', ids: id })}`;

function save({ name, type, text }: OwnFile): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  downloadUrl(url, name);
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

function FootprintDownload({ scene }: { scene: SceneDetail }) {
  const m = useMessages();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const files = [
    { name: m.view.wkt, file: wktFile(scene) },
    { name: m.view.geojson, file: geojsonFile(scene) },
  ];
  const none = files.every(({ file }) => file === null);
  return (
    <>
      <Tooltip title={none ? m.scene.noFootprint : ''}>
        <span>
          <Button
            disabled={none}
            startIcon={<FileDownloadOutlined />}
            aria-haspopup="menu"
            aria-expanded={anchor !== null}
            onClick={(event) => setAnchor(event.currentTarget)}
          >
            {m.view.footprint}
          </Button>
        </span>
      </Tooltip>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {files.map(({ name, file }) => (
          <MenuItem
            key={name}
            disabled={file === null}
            onClick={() => {
              setAnchor(null);
              if (file !== null) save(file);
            }}
          >
            {name}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

/** What can be carried away of a scene: its address, its footprint, its STAC item. */
export function SceneLinks({ scene }: { scene: SceneDetail }) {
  const m = useMessages();
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, mt: 1.5, alignItems: 'center' }}>
      <CopyButton text={sceneAddress(scene.dataid)} label={m.view.copyLink} />
      <FootprintDownload scene={scene} />
      <Button
        component="a"
        href={stacAddress(scene.dataid)}
        target="_blank"
        rel="noopener"
        startIcon={<OpenInNew />}
      >
        {m.view.stac}
      </Button>
    </Stack>
  );
}
