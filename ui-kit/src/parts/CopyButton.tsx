import Check from '@mui/icons-material/Check';
import ContentCopy from '@mui/icons-material/ContentCopy';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useEffect, useState } from 'react';
import { useMessages } from '../messages/LocaleProvider';

type State = 'idle' | 'copied' | 'failed';

/** The clipboard interface exists only on https and localhost; an intranet portal on http copies the old way. */
async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard !== undefined) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  document.body.append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  return done;
}

type Props = {
  text: string;
  label?: string;
  name?: string;
  /** What an icon says under the pointer, in place of what it does. */
  shows?: string;
};

/** Copies `text`; with a `label` a button, without one an icon named by `name`. */
export function CopyButton({ text, label, name, shows }: Props) {
  const m = useMessages();
  const [state, setState] = useState<State>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), 1500);
    return () => clearTimeout(timer);
  }, [state]);
  const onClick = async () => setState((await copyText(text)) ? 'copied' : 'failed');
  const hint = { idle: m.common.copy, copied: m.common.copied, failed: m.common.copyFailed }[state];
  const icon =
    state === 'copied' ? <Check fontSize="inherit" /> : <ContentCopy fontSize="inherit" />;
  if (label !== undefined) {
    return (
      <Button variant="outlined" startIcon={icon} onClick={onClick} aria-live="polite">
        {state === 'idle' ? label : hint}
      </Button>
    );
  }
  return (
    <Tooltip
      title={shows !== undefined && state === 'idle' ? shows : hint}
      describeChild={shows !== undefined}
      slotProps={{ tooltip: { sx: { overflowWrap: 'anywhere' } } }}
    >
      <IconButton aria-label={name === undefined ? hint : `${hint} ${name}`} onClick={onClick}>
        {icon}
      </IconButton>
    </Tooltip>
  );
}
