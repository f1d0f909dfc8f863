import { api, officePages, operations, useMessages, useSettled } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { orderPath } from '../../parts/orderPath';
import { useMay, useMe } from '../../providers/useMe';
import { TASKS, USERS } from '../menuPages';
import {
  isTaskNumber,
  matching,
  type PaletteEntry,
  pageEntries,
  recentEntries,
} from './paletteEntries';
import { useRecentPlaces } from './useRecentPlaces';

/** Of each sort that the server is asked for. */
const MOST = 5;
/** A single letter finds everything. */
const SHORTEST = 2;

const at = (path: string, query: Record<string, string>) => `${path}?${new URLSearchParams(query)}`;

/** Orders by number, and the tasks of each. */
function useOrderEntries(text: string, seesTasks: boolean) {
  const { orderStatus } = useMessages();
  const { palette: m } = useAdminMessages();
  const seesOrders = officePages(useMe()).includes('orders');
  const query = useQuery({
    queryKey: ['orders', 'palette', text],
    queryFn: ({ signal }) =>
      api.orders.list({ ordername: text, page: 1, pageSize: MOST }, { signal }),
    enabled: seesOrders && text.length >= SHORTEST,
  });
  const orders = query.data?.items ?? [];
  return {
    isAsking: query.isFetching,
    isFailed: query.isError,
    entries: orders.map(
      ({ id, ordername, sstatus, userName }): PaletteEntry => ({
        group: 'orders',
        to: orderPath(id),
        name: ordername,
        note: [orderStatus[sstatus], userName].filter(Boolean).join(' · '),
      }),
    ),
    tasks: seesTasks
      ? orders.map(
          ({ ordername }): PaletteEntry => ({
            group: 'tasks',
            to: at(TASKS, { ordername }),
            name: m.tasksOf(ordername),
          }),
        )
      : [],
  };
}

function useUserEntries(text: string) {
  const seesUsers = useMay('/user/list');
  const query = useQuery({
    queryKey: ['user', 'palette', text],
    queryFn: ({ signal }) => api.users.list({ q: text, page: 1, pageSize: MOST }, { signal }),
    enabled: seesUsers && text.length >= SHORTEST,
  });
  return {
    isAsking: query.isFetching,
    isFailed: query.isError,
    entries: (query.data?.items ?? []).map(
      ({ id, loginName, person }): PaletteEntry => ({
        group: 'users',
        to: at(USERS, { user: id }),
        name: `${person.name} ${loginName}`.trim(),
        note: person.unit,
      }),
    ),
  };
}

/** The task of a number. */
function useTaskEntries(text: string, seesTasks: boolean) {
  const { tasks: m, monitor } = useAdminMessages();
  const query = useQuery({
    queryKey: ['tasks', 'palette', text],
    queryFn: ({ signal }) => operations.task(text, { signal }),
    enabled: seesTasks && isTaskNumber(text),
    retry: false,
  });
  const task = query.data?.task;
  const entry: PaletteEntry | null = task
    ? {
        group: 'tasks',
        to: at(TASKS, { task: task.id }),
        name: task.id,
        note: [monitor.kind[task.kind], m.states[task.state]].filter(Boolean).join(' · '),
      }
    : null;
  return { isAsking: query.isFetching, entries: entry === null ? [] : [entry] };
}

/** Where somebody may want to go who writes this; nothing that they may not open. */
export function usePaletteEntries(written: string) {
  const m = useMessages();
  const a = useAdminMessages();
  const offered = officePages(useMe());
  const { pathname } = useLocation();
  const [places] = useRecentPlaces();
  const text = written.trim();
  const settled = useSettled(text);
  const seesTasks = offered.includes('tasks');
  const orders = useOrderEntries(settled, seesTasks);
  const users = useUserEntries(settled);
  const tasks = useTaskEntries(settled, seesTasks);
  const pages = pageEntries(offered, m, a);
  const recent = recentEntries(places, pages, pathname, offered.includes('orders'));
  const isOlder = settled !== text;
  const found = isOlder
    ? []
    : [...orders.entries, ...users.entries, ...tasks.entries, ...orders.tasks];
  // What is a page stands among the pages.
  const others = recent.filter(({ to }) => pages.every((page) => page.to !== to));
  const near = text === '' ? recent : matching(others, text);
  return {
    entries: [...near, ...matching(pages, text), ...found],
    isAsking: isOlder || orders.isAsking || users.isAsking || tasks.isAsking,
    isFailed: orders.isFailed || users.isFailed,
  };
}
