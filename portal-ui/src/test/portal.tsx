import { type Config, LocaleProvider, type Me } from '@scenedock/ui-kit';
import { APPLICANT } from '@scenedock/ui-kit/testing';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { ConfirmProvider } from '../parts/confirm';
import { NoticeProvider } from '../parts/notice';
import { SessionProvider } from '../session/session';

export const SITE = 'http://localhost';

export const ADMIN: Me = { ...APPLICANT, id: '2', loginName: 'admin', role: 'admin' };

export const CONFIG: Config = {
  sysName: '遥感数据信息共享服务',
  logo: null,
  contactTele: '010-1234',
  contactAddress: '学院路 29 号',
  contactPost: '100083',
  copyright: '',
  record: '',
  captcha: false,
  demo: false,
  uploadMaxBytes: 1,
  offlineAboveBytes: 5 * 1024 ** 3,
  ftpClientUrl: 'https://ftp.example/',
  map: {
    basemap: { url: '', raster: false, attribution: '' },
    vector: null,
    imagery: null,
    globe: null,
    mask: null,
    layers: [],
    extent: null,
    tools: ['legend'],
  },
};

/** Who is signed in and how this installation is set up: every screen asks for both. */
export const everyScreen = (me: Me = APPLICANT) => [
  http.get(`${SITE}/api/auth/me`, () => HttpResponse.json(me)),
  http.get(`${SITE}/api/config`, () => HttpResponse.json(CONFIG)),
];

/** The answer to a refused request. */
export function refusal(status: number, detail: string) {
  const body = { type: 'about:blank', title: '', status, code: 'refused', detail };
  return HttpResponse.json(body, { status });
}

function Where() {
  const { pathname, search } = useLocation();
  return <output data-testid="where">{`${pathname}${search}`}</output>;
}

/** Shows part of the portal at an address, with everything around it that it needs. */
export function openAt(address: string, screen: ReactNode): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <LocaleProvider>
      <QueryClientProvider client={client}>
        <NoticeProvider>
          <ConfirmProvider>
            <MemoryRouter initialEntries={[address]}>
              <SessionProvider>
                {screen}
                <Where />
              </SessionProvider>
            </MemoryRouter>
          </ConfirmProvider>
        </NoticeProvider>
      </QueryClientProvider>
    </LocaleProvider>,
  );
}
