import ArrowBack from '@mui/icons-material/ArrowBack';
import Button from '@mui/material/Button';
import { useMessages } from '@scenedock/ui-kit';
import { Link, useLocation } from 'react-router';

/** How a page was come to: the list that led here with its rows and filters, and whether by way of the order's page. */
type Trail = { from?: string; viaOrder?: boolean };

export function useTrailBack(): Trail {
  const state = useLocation().state as { from?: unknown; viaOrder?: unknown } | null;
  return {
    ...(typeof state?.from === 'string' ? { from: state.from } : {}),
    viaOrder: state?.viaOrder === true,
  };
}

/** Back to the list, from what does not exist. */
export function ListButton({ to }: { to: string }) {
  const { notThere } = useMessages();
  return (
    <Button component={Link} to={to} variant="outlined">
      {notThere.back}
    </Button>
  );
}

type Props = { to: string; label: string; state?: Trail };

/** The way back. */
export function BackLink({ to, label, state }: Props) {
  return (
    <Button
      component={Link}
      to={to}
      state={state}
      startIcon={<ArrowBack />}
      sx={{ alignSelf: 'flex-start', ml: -1, mb: 0.5 }}
    >
      {label}
    </Button>
  );
}
