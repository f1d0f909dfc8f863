import { InfiniteListBase, ListBase } from 'ra-core';
import type { ReactNode } from 'react';
import type { ResourceName } from '../../providers/resources';
import { Allowed } from './Allowed';
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
