import Button from '@mui/material/Button';
import { visuallyHidden } from '@mui/utils';
import { NotFoundState, useMessages } from '@scenedock/ui-kit';
import { Link } from 'react-router';
import { PageTitle } from '../parts/PageTitle';

export default function NotFound() {
  const m = useMessages();
  return (
    <>
      <PageTitle parts={[m.nav.notFound]} />
      <h1 style={visuallyHidden}>{m.nav.notFound}</h1>
      <NotFoundState
        title={m.nav.notFound}
        back={
          <Button component={Link} to="/search" variant="contained">
            {m.nav.home}
          </Button>
        }
      />
    </>
  );
}
