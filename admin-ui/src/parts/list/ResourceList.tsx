import { InfiniteListBase, ListBase } from 'ra-core';
import { type ReactNode, useMemo } from 'react';
import type { ResourceName } from '../../providers/resources';
import { Allowed } from './Allowed';
import type { Conditions } from './listAddress';
import { ListOrders, type Orders, sortOf } from './listOrder';
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
  /** What it may be ordered by; the first is usual. None: its order is its own. */
  orders?: Orders;
  /** Milliseconds after which it is asked for again. */
  refetchInterval?: number;
  children: ReactNode;
}

/** Rows of a page. */
const PAGE_SIZE = 20;

const UNORDERED: readonly string[] = [];

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
  const { perPage = PAGE_SIZE, orders = UNORDERED, refetchInterval, children } = rest;
  const usual = useMemo(() => ({ perPage, orders }), [perPage, orders]);
  const timed = refetchInterval === undefined ? {} : { refetchInterval };
  return (
    <Allowed resource={resource} title={title}>
      <PlainAddress conditions={conditions} usual={usual}>
        {(plain) => (
          <Base
            resource={resource}
            perPage={perPage}
            storeKey={false}
            exporter={false}
            disableAuthentication
            queryOptions={{ ...QUIETLY, ...timed }}
            {...(orders[0] === undefined ? {} : { sort: sortOf(orders[0]) })}
            {...(filter === undefined ? {} : { filter })}
          >
            <ListOrders.Provider value={orders}>{plain(children)}</ListOrders.Provider>
          </Base>
        )}
      </PlainAddress>
    </Allowed>
  );
}
