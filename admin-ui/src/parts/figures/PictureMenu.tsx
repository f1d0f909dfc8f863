import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useNotify } from 'ra-core';
import { useId, useState } from 'react';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { savePng, saveSvg } from './pictureFile';

interface PictureMenuProps {
  /** Of what is drawn, and of the file. */
  name: string;
  /** Null while there is nothing to draw. */
  draw: () => SVGSVGElement | null;
}

const FORMATS = { png: savePng, svg: saveSvg } as const;
const KINDS = Object.keys(FORMATS) as (keyof typeof FORMATS)[];

/** Saves what is drawn as a picture. */
export function PictureMenu({ name, draw }: PictureMenuProps) {
  const { statistics: m } = useAdminMessages();
  const notify = useNotify();
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const save = async (kind: keyof typeof FORMATS) => {
    setAnchor(null);
    try {
      const picture = draw();
      if (picture === null) notify(m.noData, { type: 'warning' });
      else await FORMATS[kind](picture, name);
    } catch {
      notify(m.pictureFailed, { type: 'error' });
    }
  };
  return (
    <>
      <Button
        id={`${id}-button`}
        startIcon={<FileDownloadOutlined />}
        aria-label={`${m.savePicture} ${name}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor === null ? undefined : `${id}-menu`}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ displayPrint: 'none' }}
      >
        {m.savePicture}
      </Button>
      <Menu
        id={`${id}-menu`}
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-labelledby': `${id}-button` } }}
      >
        {KINDS.map((kind) => (
          <MenuItem key={kind} onClick={() => void save(kind)}>
            {m.pictures[kind]}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
