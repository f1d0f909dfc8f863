import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import type { ReactNode } from 'react';

interface IconToolProps {
  name: string;
  /** Why it cannot be used now; null when it can. */
  why?: string | null;
  onClick: () => void;
  children: ReactNode;
}

/** A small button with a picture; says what it does, or why it does not. */
export function IconTool({ name, why = null, onClick, children }: IconToolProps) {
  return (
    <Tooltip title={why ?? name}>
      <span>
        <IconButton aria-label={name} disabled={why !== null} onClick={onClick}>
          {children}
        </IconButton>
      </span>
    </Tooltip>
  );
}
