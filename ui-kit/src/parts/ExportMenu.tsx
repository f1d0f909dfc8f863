import Close from '@mui/icons-material/Close';
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Box from '@mui/material/Box';
import Button, { type ButtonProps } from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import IconButton from '@mui/material/IconButton';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Tooltip from '@mui/material/Tooltip';
import { visuallyHidden } from '@mui/utils';
import { useId, useState } from 'react';
import type { ExportKind } from '../api/types';
import { type ExportTarget, nothingChosen } from '../exports/runExport';
import { type ExportNotify, useExport } from '../exports/useExport';
import { useMessages } from '../messages/LocaleProvider';

const KINDS: readonly ExportKind[] = ['shapefile', 'geojson', 'csv', 'xlsx'];

/** A target and what it is called; null: there is nothing of it. */
type ExportChoice = { label: string; target: ExportTarget | null };

type Props = {
  /** Which scenes; null or an empty choice is answered with a warning. */
  target?: ExportTarget | null;
  /** Several targets to choose from, in place of one. */
  choices?: readonly ExportChoice[];
  /** Shows a passing message. */
  notify: ExportNotify;
  variant?: ButtonProps['variant'];
  size?: ButtonProps['size'];
};

/** Exports scenes: a format is chosen, the server makes the file, the browser downloads it. */
export function ExportMenu(props: Props) {
  const { target = null, choices, notify, variant = 'outlined', size = 'medium' } = props;
  const m = useMessages();
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { running, start, cancel } = useExport(notify);
  const groups = choices ?? [{ label: '', target }];
  const pick = (kind: ExportKind, source: ExportTarget | null) => {
    setAnchor(null);
    void start(kind, source);
  };
  const open = (button: HTMLElement) => {
    if (groups.every((group) => nothingChosen(group.target)))
      notify(m.exports.nothingChosen, 'warning');
    else setAnchor(button);
  };
  return (
    <Box sx={{ display: 'inline-flex', alignItems: 'center' }}>
      <Button
        id={`${id}-button`}
        variant={variant}
        size={size}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor === null ? undefined : `${id}-menu`}
        disabled={running !== null}
        startIcon={
          running === null ? (
            <FileDownloadOutlined />
          ) : (
            <CircularProgress size={14} color="inherit" aria-hidden />
          )
        }
        onClick={(event) => open(event.currentTarget)}
      >
        {running === null ? m.exports.open : m.exports.running(m.exports.kinds[running])}
      </Button>
      {running === null ? null : (
        <Tooltip title={m.exports.cancel}>
          <IconButton aria-label={m.exports.cancel} onClick={cancel}>
            <Close fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
      <Box component="span" role="status" sx={visuallyHidden}>
        {running === null ? '' : m.exports.running(m.exports.kinds[running])}
      </Box>
      <Menu
        id={`${id}-menu`}
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-labelledby': `${id}-button` } }}
      >
        {groups
          .filter((group) => !nothingChosen(group.target))
          .flatMap((group) => [
            ...(group.label === ''
              ? []
              : [
                  // A menu may hold items and separators, no plain rows.
                  <ListSubheader
                    key={group.label}
                    role="separator"
                    aria-label={group.label}
                    sx={{ lineHeight: '32px' }}
                  >
                    {group.label}
                  </ListSubheader>,
                ]),
            ...KINDS.map((kind) => (
              <MenuItem key={`${group.label} ${kind}`} onClick={() => pick(kind, group.target)}>
                {m.exports.kinds[kind]}
              </MenuItem>
            )),
          ])}
      </Menu>
    </Box>
  );
}
