import Button from '@mui/material/Button';
import { visuallyHidden } from '@mui/utils';
import { NotFoundState, useMessages } from '@scenedock/ui-kit';
import type { ReactNode } from 'react';
import { Title } from 'react-admin';
import { Link } from 'react-router-dom';
import { WayBack } from '../parts/WayBack';

/** An address that leads nowhere. */
export function NotFound() {
  const { nav } = useMessages();
  const home = (
    <Button component={Link} to="/" variant="outlined">
      {nav.home}
    </Button>
  );
  return <NotFoundPage back={home} />;
}

/** An address below a list that leads nowhere. */
export function NotFoundBelow({ list }: { list: string }) {
  return <NotFoundPage back={<WayBack to={list} />} />;
}

function NotFoundPage({ back }: { back: ReactNode }) {
  const { nav } = useMessages();
  return (
    <>
      <Title title={nav.notFound} />
      <h1 style={visuallyHidden}>{nav.notFound}</h1>
      <NotFoundState title={nav.notFound} back={back} />
    </>
  );
}
