import ArrowBack from '@mui/icons-material/ArrowBack';
import Button from '@mui/material/Button';
import { Link, useLocation } from 'react-router';

type Props = {
  /** Where to, unless this page was come to from somewhere that can be gone back to. */
  to: string;
  label: string;
};

/** The way back: to the very rows and filters that led here, else to `to`. */
export function BackLink({ to, label }: Props) {
  const { state } = useLocation();
  const from: unknown = (state as { from?: unknown } | null)?.from;
  return (
    <Button
      component={Link}
      to={typeof from === 'string' ? from : to}
      startIcon={<ArrowBack />}
      sx={{ ml: -1, mb: 0.5 }}
    >
      {label}
    </Button>
  );
}
