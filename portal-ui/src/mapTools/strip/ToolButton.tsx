import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import type { ReactNode } from 'react';

/** A tool as a bar and a menu show it. */
export type ToolEntry = {
  name: string;
  icon: ReactNode;
  /** Why it cannot be used now; said in place of its name. */
  blocked?: string | null;
  /** In use, for what stays on until it is left. */
  pressed?: boolean;
  /** Open, for what has a panel. */
  expanded?: boolean;
  onClick: (button: HTMLElement) => void;
};

type Props = ToolEntry & { tabIndex?: number; onFocus?: () => void };

/** An icon that does something; one that is blocked stays in reach, to say why. */
export function ToolButton({ name, icon, blocked = null, onClick, ...rest }: Props) {
  const { pressed, expanded } = rest;
  const on = pressed === true || expanded === true;
  const label = blocked ?? name;
  // What is in use says what to do right below: nothing may cover that.
  return (
    <Tooltip title={on ? '' : label} placement="bottom">
      <IconButton
        aria-label={label}
        aria-disabled={blocked !== null}
        aria-pressed={pressed}
        aria-expanded={expanded}
        aria-haspopup={expanded === undefined ? undefined : 'dialog'}
        tabIndex={rest.tabIndex ?? 0}
        onFocus={rest.onFocus}
        onClick={({ currentTarget }) => {
          if (blocked === null) onClick(currentTarget);
        }}
        sx={{
          flex: 'none',
          width: { xs: 40, md: 30 },
          height: { xs: 40, md: 30 },
          borderRadius: 1,
          color: on ? 'primary.contrastText' : 'text.primary',
          bgcolor: on ? 'primary.main' : 'transparent',
          '&:hover': { bgcolor: on ? 'primary.dark' : 'action.hover' },
          ...(blocked === null ? {} : { opacity: 0.4, cursor: 'not-allowed' }),
        }}
      >
        {icon}
      </IconButton>
    </Tooltip>
  );
}
