import Button from '@mui/material/Button';
import { visuallyHidden } from '@mui/utils';
import { EmptyState, useMessages } from '@scenedock/ui-kit';
import { Title } from 'react-admin';
import { Link } from 'react-router-dom';

/** An address that leads nowhere. */
export function NotFound() {
  const { nav } = useMessages();
  return (
    <>
      <Title title={nav.notFound} />
      <h1 style={visuallyHidden}>{nav.notFound}</h1>
      <EmptyState
        title={nav.notFound}
        action={
          <Button component={Link} to="/" variant="outlined">
            {nav.home}
          </Button>
        }
      />
    </>
  );
}
