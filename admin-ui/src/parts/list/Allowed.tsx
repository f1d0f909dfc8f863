import { ErrorState, Loading } from '@scenedock/ui-kit';
import { HttpError, useCanAccess } from 'ra-core';
import type { ReactNode } from 'react';
import { neededFor } from '../../providers/access';
import type { ResourceName } from '../../providers/resources';
import { PageHead } from '../PageHead';

interface AllowedProps {
  resource: ResourceName;
  title: string;
  children: ReactNode;
}

/** Whoever may not see the list is told which permission it takes, where react-admin would lead away. */
export function Allowed({ resource, title, children }: AllowedProps) {
  const { canAccess, error, isPending, refetch } = useCanAccess({ resource, action: 'list' });
  if (isPending) return <Loading />;
  if (canAccess) return children;
  const refusal = new HttpError('', 403, { needs: neededFor(resource, 'list') });
  return (
    <>
      <PageHead title={title} />
      <ErrorState error={error ?? refusal} onRetry={() => void refetch()} />
    </>
  );
}
