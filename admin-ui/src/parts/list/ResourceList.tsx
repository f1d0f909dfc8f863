import { ErrorState, Loading } from '@scenedock/ui-kit';
import { HttpError, InfiniteListBase, ListBase, useCanAccess } from 'ra-core';
import type { ReactNode } from 'react';
import { neededFor } from '../../providers/access';
import type { ResourceName } from '../../providers/resources';
import { PageHead } from '../PageHead';
import type { Conditions } from './listAddress';
import { PlainAddress } from './PlainAddress';

interface ResourceListProps {
  resource: ResourceName;
  /** What the page is called, for whoever may not see it. */
  title: string;
  /** What the address may say of it. */
  conditions: Conditions;
  /** What is asked beside that. */
  filter?: object;
  perPage?: number;
  /** Milliseconds after which it is asked for again. */
  refetchInterval?: number;
  children: ReactNode;
}

/** Rows of a page. */
const PAGE_SIZE = 20;

/** What went wrong is shown where the rows would stand. */
const QUIETLY = { onError: () => undefined };

/** A list in numbered pages; what it shows stands in its address. */
export function ResourceList(props: ResourceListProps) {
  return <AnyList {...props} Base={ListBase} />;
}

/** A list that goes on where it ended. */
export function EndlessList(props: ResourceListProps) {
  return <AnyList {...props} Base={InfiniteListBase} />;
}

type AnyListProps = ResourceListProps & { Base: typeof ListBase | typeof InfiniteListBase };

function AnyList({ Base, resource, title, conditions, filter, ...rest }: AnyListProps) {
  const { perPage = PAGE_SIZE, refetchInterval, children } = rest;
  const timed = refetchInterval === undefined ? {} : { refetchInterval };
  return (
    <Allowed resource={resource} title={title}>
      <PlainAddress conditions={conditions} perPage={perPage}>
        {(plain) => (
          <Base
            resource={resource}
            perPage={perPage}
            storeKey={false}
            exporter={false}
            disableAuthentication
            queryOptions={{ ...QUIETLY, ...timed }}
            {...(filter === undefined ? {} : { filter })}
          >
            {plain(children)}
          </Base>
        )}
      </PlainAddress>
    </Allowed>
  );
}

interface AllowedProps {
  resource: ResourceName;
  title: string;
  children: ReactNode;
}

/** Whoever may not see the list is told which permission it takes, where react-admin would lead away. */
function Allowed({ resource, title, children }: AllowedProps) {
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
