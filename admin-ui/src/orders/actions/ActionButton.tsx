import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import { visuallyHidden } from '@mui/utils';
import { useId } from 'react';

/** How much a button asks to be pressed. */
export interface Look {
  variant: 'contained' | 'outlined';
  color?: 'error' | 'warning';
}

export interface ActionButtonProps {
  label: string;
  look: Look;
  onClick: () => void;
  busy: boolean;
  /** Why it cannot be pressed now. */
  whyNot?: string | undefined;
}

/** One action. A button that cannot be pressed says why, to the pointer and to a screen reader. */
export function ActionButton({ label, look, onClick, busy, whyNot }: ActionButtonProps) {
  const id = useId();
  if (whyNot === undefined) {
    return (
      <Button {...look} onClick={onClick} disabled={busy}>
        {label}
      </Button>
    );
  }
  return (
    <Tooltip title={whyNot} describeChild>
      <span>
        {/* Not disabled: it keeps the focus, so that the reason can be found by keyboard. */}
        <Button
          {...look}
          aria-disabled
          aria-describedby={id}
          disableRipple
          sx={{ opacity: 0.5, cursor: 'not-allowed' }}
        >
          {label}
        </Button>
        <span id={id} style={visuallyHidden}>
          {whyNot}
        </span>
      </span>
    </Tooltip>
  );
}
