import { LocaleProvider } from '@scenedock/ui-kit';
import { QueryClient } from '@tanstack/react-query';
import { CoreAdminContext, memoryStore } from 'ra-core';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { makeI18nProvider } from '../i18n/provider';
import { Messages } from '../layout/Messages';
import { authProvider } from '../providers/authProvider';
import { dataProvider } from '../providers/dataProvider';

function Address() {
  const { pathname, search } = useLocation();
  return <output data-testid="address">{pathname + search}</output>;
}

/** The surroundings of a part: language, providers, address and messages, as in the app. */
export function Stage({ children, at = '/' }: { children: ReactNode; at?: string }) {
  return (
    <LocaleProvider>
      <MemoryRouter initialEntries={[at]}>
        <CoreAdminContext
          authProvider={authProvider}
          dataProvider={dataProvider}
          i18nProvider={makeI18nProvider('zh-CN')}
          queryClient={new QueryClient()}
          store={memoryStore()}
        >
          {children}
          <Messages />
          <Address />
        </CoreAdminContext>
      </MemoryRouter>
    </LocaleProvider>
  );
}
