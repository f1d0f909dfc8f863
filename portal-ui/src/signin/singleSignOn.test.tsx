import { getToken, type Me, setToken, takeArrival, useConfigQuery } from '@scenedock/ui-kit';
import { APPLICANT, buildConfig } from '@scenedock/ui-kit/testing';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { MemoryRouter, useHref, useLocation, useNavigate, useSearchParams } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ProviderPanel } from '../account/ProviderPanel';
import { SessionProvider, useSession } from '../session/session';
import { entranceOf, OPENED } from '../session/signInPath';
import ErrorPage from '../shell/ErrorPage';
import { ADMIN, everyScreen, openAt, renderPortal, SITE, useServer } from '../test/portal';
import ArrivalPage from './ArrivalPage';
import EntranceDialog from './EntranceDialog';
import { EntranceFrame } from './EntranceFrame';
import SingleSignOnPage from './SingleSignOnPage';

const TICKET = 'abcdefghijklmnopqrstuvwxyz0123456789-_ABCDE';
let sent: Record<string, unknown>[] = [];
let systemName = 'FW';
let hasProvider = true;
let answers: (() => Response)[] = [];

const problem = (status: number, code: string, detail: string, more = {}) =>
  HttpResponse.json({ status, code, reason: code, detail, ...more }, { status });

const server = useServer(
  [
    http.get(`${SITE}/api/config`, () =>
      HttpResponse.json(
        buildConfig({ systemName, singleSignOn: hasProvider ? { label: '统一认证' } : null }),
      ),
    ),
    ...everyScreen(),
    http.get(`${SITE}/api/auth/rules`, () => HttpResponse.json({})),
    http.get(`${SITE}/api/catalog/tree`, () => answers.shift()?.() ?? HttpResponse.json([])),
    http.post(`${SITE}/api/auth/login`, async ({ request }) => {
      sent.push((await request.json()) as Record<string, unknown>);
      return answers.shift()?.() ?? HttpResponse.json({ token: 'fresh' });
    }),
    http.get(`${SITE}/api/auth/oidc/link`, () =>
      HttpResponse.json({
        link: { issuer: 'https://id.example.cn', subject: 'p-1', linkedAt: '2026-11-01T00:00:00Z' },
      }),
    ),
    http.post(`${SITE}/api/auth/oidc/unlink`, async ({ request }) => {
      sent.push((await request.json()) as Record<string, unknown>);
      return answers.shift()?.() ?? new HttpResponse(null, { status: 204 });
    }),
  ],
  null,
);

beforeEach(() => {
  sent = [];
  answers = [];
  systemName = 'FW';
  hasProvider = true;
});

function Who() {
  const { me, pending } = useSession();
  return <p>{pending ? '' : me === null ? 'a guest' : 'a person'}</p>;
}

function Provider() {
  const { data } = useConfigQuery();
  return <p data-testid="provider">{data && String(data.singleSignOn !== null)}</p>;
}

const where = () => screen.getByTestId('where').textContent;

describe('a window in which somebody signs in again', () => {
  const AGAIN = '/sso?next=%2Fsso%3Fagain%3D1';

  it('hands the session to the page that waits, and closes', async () => {
    const close = vi.spyOn(window, 'close').mockImplementation(() => undefined);
    openAt(`${AGAIN}#${TICKET}`, <SingleSignOnPage />);
    expect(await screen.findByText(/登录成功，请关闭此窗口/)).toBeTruthy();
    expect(getToken()).toBe('fresh');
    expect(close).toHaveBeenCalled();
    expect(where()).toBe('/sso');
  });

  it('says so where nobody has signed in, and leads nowhere else', async () => {
    const close = vi.spyOn(window, 'close').mockImplementation(() => undefined);
    openAt(`${AGAIN}#failed`, <ArrivalPage />);
    await waitFor(() => expect(where()).toBe('/sso?again=1'));
    expect(await screen.findByText(/登录没有完成/)).toBeTruthy();
    expect(close).not.toHaveBeenCalled();
    expect(getToken()).toBeNull();
  });
});

/** As the portal shows it: the dialog is there while the address asks for it. */
function Arrival() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  return (
    <>
      <SingleSignOnPage />
      {entranceOf(params) === null ? null : <EntranceDialog />}
      <button type="button" onClick={() => navigate(-1)}>
        back
      </button>
      <output data-testid="where">{useHref(useLocation())}</output>
    </>
  );
}

/** Comes back from the provider to `next`, behind the page of contacts. */
function arrive(next: string, me: Me = APPLICANT): void {
  server.use(http.get(`${SITE}/api/auth/me`, () => HttpResponse.json(me)));
  const arrival = `/sso?next=${encodeURIComponent(next)}#${TICKET}`;
  renderPortal(
    <MemoryRouter initialEntries={['/contactUs', arrival]} initialIndex={1}>
      <SessionProvider>
        <Arrival />
      </SessionProvider>
    </MemoryRouter>,
  );
}

describe('coming back from the identity provider', () => {
  it.each([
    ['/inbox?page=2', '/inbox?page=2'],
    ['/orderManage/details/5', '/orderManage/details/5'],
    ['/search?dialog=signIn&next=%2Finbox', '/inbox'],
    ['/search', '/account'],
    ['/search?c=1,2&z=3', '/account'],
  ])('warns of the password and leads on, with Back to the page before: %s', async (next, to) => {
    arrive(next, { ...ADMIN, periodMsg: '您的密码已过期，请立即修改密码！' });
    await screen.findByText('您的密码已过期，请立即修改密码！');
    await waitFor(() => expect(where()).toBe(to));
    expect(screen.queryByRole('dialog')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'back' }));
    await waitFor(() => expect(where()).toBe('/contactUs'));
  });

  it('leaves the warning to the back office, where one is led there', async () => {
    const replace = vi.fn();
    vi.stubGlobal('location', { ...window.location, replace });
    const me = { ...ADMIN, periodMsg: '您的密码已过期，请立即修改密码！' };
    for (const next of ['/admin/#/user', '/search?dialog=signIn&next=%2Fadmin%2F%23%2Fuser']) {
      arrive(next, me);
      await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith('/admin/#/user'));
      expect([takeArrival(), takeArrival()]).toEqual([true, false]);
      replace.mockClear();
      cleanup();
    }
    vi.unstubAllGlobals();
  });

  it('leads staff that wished for no page to what waits for it', async () => {
    arrive('/search', ADMIN);
    await waitFor(() => expect(where()).toBe('/manage/person/orderManage_stayAudit'));
  });

  it('hands the ticket in once and leads on', async () => {
    arrive('/inbox?page=2');
    await waitFor(() => expect(where()).toBe('/inbox?page=2'));
    expect(sent).toEqual([{ loginName: '', password: '', ticket: TICKET }]);
    expect(getToken()).toBe('fresh');
  });

  it('asks for the second factor where there is one', async () => {
    answers = [() => problem(401, 'second_factor_needed', '请输入验证码', { ticket: 'next' })];
    arrive('/search');
    fireEvent.change(await screen.findByLabelText(/验证码/), { target: { value: '123456' } });
    fireEvent.click(screen.getByRole('button', { name: '验证并登录' }));
    await waitFor(() => expect(where()).toBe('/search'));
    expect(sent[1]).toMatchObject({ ticket: 'next', secondFactor: '123456' });
  });

  it('says why the account is refused', async () => {
    answers = [() => problem(403, 'awaiting_approval', '您的注册尚未审核通过')];
    openAt(`/sso#${TICKET}`, <SingleSignOnPage />);
    expect((await screen.findByRole('alert')).textContent).toMatch(/审核/);
    expect(screen.getByRole('link', { name: '使用本系统账号登录' })).toBeTruthy();
    expect(getToken()).toBeNull();
  });

  it('warns where there is no token, over the page that one wished for', async () => {
    openAt('/sso?next=%2FcontactUs#failed', <SingleSignOnPage />);
    expect(await screen.findByText('获取token失败！')).toBeTruthy();
    expect(where()).toBe('/contactUs');
    expect(sent).toEqual([]);
  });

  it('leads to no other server', async () => {
    openAt('/sso?next=%2F%2Fevil.example#failed', <SingleSignOnPage />);
    await waitFor(() => expect(where()).toBe('/search'));
  });

  it('tells a person without an account what to do', async () => {
    openAt('/sso#unknown', <SingleSignOnPage />);
    expect((await screen.findByRole('alert')).textContent).toMatch(/尚未关联/);
  });
});

/** Opens the dialog as the button of the header does. */
function press() {
  renderPortal(
    <MemoryRouter
      initialEntries={[{ pathname: '/search', search: '?dialog=signIn', state: OPENED }]}
    >
      <SessionProvider>
        <EntranceFrame />
      </SessionProvider>
    </MemoryRouter>,
  );
}

describe('the way to the identity provider', () => {
  it('stands below the form, and leads back to the dialog', async () => {
    openAt('/search?dialog=signIn', <EntranceFrame />);
    const link = await screen.findByRole('link', { name: '统一认证' });
    expect(link.getAttribute('href')).toBe(
      '/api/auth/oidc/start?returnTo=%2Fsearch%3Fdialog%3DsignIn',
    );
  });

  it('is taken at once in DZY, after the catalogue has answered', async () => {
    systemName = 'DZY';
    const assign = vi.fn();
    vi.stubGlobal('location', { ...window.location, assign });
    press();
    await waitFor(() =>
      expect(assign).toHaveBeenCalledExactlyOnceWith(
        '/api/auth/oidc/start?returnTo=%2Fsearch%3Fdialog%3DsignIn',
      ),
    );
    vi.unstubAllGlobals();
  });

  it.each(['FW', 'DZY'])('asks for the catalogue before it is taken, in %s', async (name) => {
    systemName = name;
    const assign = vi.fn();
    vi.stubGlobal('location', { ...window.location, assign });
    let answer = (_: Response) => {};
    server.use(
      http.get(`${SITE}/api/catalog/tree`, () => new Promise<Response>((go) => (answer = go))),
    );
    openAt('/contactUs?dialog=signIn', <EntranceFrame />);
    const link = await screen.findByRole('link', { name: '统一认证' });
    const before = answer;
    expect(fireEvent.click(link)).toBe(false);
    await waitFor(() => expect(answer).not.toBe(before));
    expect(assign).not.toHaveBeenCalled();
    answer(HttpResponse.json([]));
    await waitFor(() =>
      expect(assign).toHaveBeenCalledExactlyOnceWith(
        '/api/auth/oidc/start?returnTo=%2FcontactUs%3Fdialog%3DsignIn',
      ),
    );
    vi.unstubAllGlobals();
  });

  it.each(['FW', 'DZY'])('ends at the page of an outage where it fails, in %s', async (name) => {
    systemName = name;
    const assign = vi.fn();
    vi.stubGlobal('location', { ...window.location, assign });
    answers = [() => HttpResponse.json({}, { status: 500 })];
    openAt('/contactUs?q=1&dialog=signIn', <EntranceFrame />);
    fireEvent.click(await screen.findByRole('link', { name: '统一认证' }));
    await waitFor(() => expect(where()).toBe('/error?from=%2FcontactUs%3Fq%3D1'));
    expect(assign).not.toHaveBeenCalled();
    vi.unstubAllGlobals();
  });

  it.each([
    ['DZY', null, ['/api/auth/oidc/start?returnTo=%2FcontactUs']],
    ['FW', null, ['/api/auth/oidc/start?returnTo=%2FcontactUs']],
    ['DZY', 'token', []],
    ['FW', 'token', []],
    ['without', null, []],
  ])('the page of an outage leads a guest there, once: %s %s', async (name, token, ways) => {
    systemName = name;
    hasProvider = name !== 'without';
    setToken(token);
    const assign = vi.fn();
    vi.stubGlobal('location', { ...window.location, assign });
    for (const _ of ['first', 'sent back at once']) {
      openAt(
        '/error?from=%2FcontactUs',
        <>
          <ErrorPage />
          <Who />
          <Provider />
        </>,
      );
      // The config has come.
      await waitFor(() =>
        expect(screen.getByTestId('provider').textContent).toBe(String(hasProvider)),
      );
      await screen.findByText(token === null ? 'a guest' : 'a person');
      cleanup();
    }
    expect(assign.mock.calls.flat()).toEqual(ways);
    vi.unstubAllGlobals();
  });

  it('is offered by the page of an outage', async () => {
    const assign = vi.fn();
    vi.stubGlobal('location', { ...window.location, assign });
    openAt('/error?from=%2FcontactUs', <ErrorPage />);
    await waitFor(() => expect(assign).toHaveBeenCalled());
    const link = await screen.findByRole('link', { name: '统一认证' });
    expect(link.getAttribute('href')).toBe('/api/auth/oidc/start?returnTo=%2FcontactUs');
    vi.unstubAllGlobals();
  });
});

describe('the link of an account', () => {
  it('is removed with the password', async () => {
    openAt('/account', <ProviderPanel />);
    fireEvent.click(await screen.findByRole('button', { name: '解除关联' }));
    fireEvent.change(screen.getByLabelText(/密码/), { target: { value: 'Geology-77' } });
    fireEvent.click(screen.getByRole('button', { name: /确定|确认|保存/ }));
    expect(await screen.findByText('已解除关联')).toBeTruthy();
    expect(sent).toEqual([{ password: 'Geology-77' }]);
  });
});
