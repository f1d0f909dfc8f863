import { LocaleProvider } from '@scenedock/ui-kit';
import { CoreAdminContext, memoryStore } from 'ra-core';
import { type ReactNode, useState } from 'react';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router-dom';
import { makeI18nProvider } from '../i18n/provider';
import { Messages } from '../layout/Messages';
import { authProvider } from '../providers/authProvider';
import { dataProvider } from '../providers/dataProvider';
import { createQueryClient } from '../providers/queryClient';

function Address() {
  const { pathname, search } = useLocation();
  return <output data-testid="address">{pathname + search}</output>;
}

function Surroundings({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  const [store] = useState(() => memoryStore());
  return (
    <CoreAdminContext
      authProvider={authProvider}
      dataProvider={dataProvider}
      i18nProvider={makeI18nProvider('zh-CN')}
      queryClient={queryClient}
      store={store}
    >
      {children}
      <Messages />
      <Address />
    </CoreAdminContext>
  );
}

/** The surroundings of a part: language, providers, address and messages, as in the app. */
export function Stage({ children, at = '/' }: { children: ReactNode; at?: string }) {
  const [router] = useState(() =>
    createMemoryRouter([{ path: '*', element: <Surroundings>{children}</Surroundings> }], {
      initialEntries: [at],
    }),
  );
  return (
    <LocaleProvider>
      <RouterProvider router={router} />
    </LocaleProvider>
  );
}
