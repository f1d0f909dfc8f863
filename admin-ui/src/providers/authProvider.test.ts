import { getToken, type Me, type Role, setToken } from '@scenedock/ui-kit';
import { AUTHORITIES, buildConfig, MENUS, PAGES } from '@scenedock/ui-kit/testing';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { problem, server, useServer } from '../test/server';
import { authProvider, isStaff, whoAmI } from './authProvider';

useServer();

const me = (role: Role): Me => ({
  id: '1',
  loginName: role,
  userName: role,
  role,
  unit: null,
  phone: null,
  hasPassword: true,
  authorities: AUTHORITIES[role],
  pages: PAGES[role],
  menu: MENUS[role],
});

describe('signing in', () => {
  it('leaves whoever is not signed in on a page that needs no sign-in', async () => {
    server.use(http.get('/api/auth/me', () => problem(401, 'not_signed_in', '请登录')));
    await expect(authProvider.getPermissions?.({})).resolves.toEqual([]);
  });

  it('keeps the token and answers who it is', async () => {
    server.use(
      http.post('/api/auth/login', () => HttpResponse.json({ token: 't-new' })),
      http.get('/api/auth/me', ({ request }) =>
        HttpResponse.json(
          me(request.headers.get('Authorization') === 'Bearer t-new' ? 'admin' : 'applicant'),
        ),
      ),
    );
    const answer = await authProvider.login({ loginName: 'admin', password: 'x' });
    expect(answer).toMatchObject({ role: 'admin' });
    expect(getToken()).toBe('t-new');
  });

  it('lets administrators and operators in, nobody else', () => {
    expect([
      isStaff(me('admin')),
      isStaff(me('operator')),
      isStaff(me('applicant')),
      isStaff(undefined),
    ]).toEqual([true, true, false, false]);
  });
});

describe('signing out', () => {
  const assign = vi.fn();

  beforeEach(() => {
    assign.mockReset();
    vi.stubGlobal('location', { ...window.location, assign });
    sessionStorage.clear();
    server.use(
      http.post('/api/auth/logout', () => new HttpResponse(null, { status: 204 })),
      http.get('/api/config', () => HttpResponse.json(buildConfig())),
    );
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  const farewell = () => sessionStorage.getItem('scenedock.farewell');

  it.each([
    ['DZY', null],
    ['FW', null],
    ['', 'unnamed'],
    ['other', 'unnamed'],
  ])('of a system named %j has the search say %j', async (systemName, said) => {
    server.use(http.get('/api/config', () => HttpResponse.json(buildConfig({ systemName }))));
    await expect(authProvider.logout({})).resolves.toBe(false);
    expect(assign).toHaveBeenCalledExactlyOnceWith('/search');
    expect(farewell()).toBe(said);
    expect(getToken()).toBeNull();
  });

  it('goes on at the identity provider, where the session came from there', async () => {
    const providerAddress = 'https://provider.example/end';
    server.use(http.post('/api/auth/logout', () => HttpResponse.json({ providerAddress })));
    await authProvider.logout({});
    expect(assign).toHaveBeenCalledExactlyOnceWith(providerAddress);
  });

  it('of whom the server has signed out leads to the sign-in, without a farewell', async () => {
    setToken(null);
    await expect(authProvider.logout({})).resolves.toBeUndefined();
    expect(assign).not.toHaveBeenCalled();
    expect(farewell()).toBeNull();
  });
});

describe('checkAuth', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('says nothing of an end to whoever was not signed in', async () => {
    const replace = vi.fn();
    vi.stubGlobal('location', { ...window.location, replace });
    setToken(null);
    await expect(authProvider.checkAuth({})).rejects.toMatchObject({ status: 401 });
    expect(replace).not.toHaveBeenCalled();
  });

  it('ends the session when the token is refused, and leads to the search', async () => {
    const replace = vi.fn();
    const at = { pathname: '/admin/', search: '', hash: '#/role' };
    vi.stubGlobal('location', { ...window.location, ...at, replace });
    localStorage.setItem('scenedock.token', 't-old');
    server.use(
      http.get('/api/auth/me', () => problem(401, 'unauthenticated', '登录过期，请重新登录!')),
    );
    await expect(authProvider.checkAuth({})).rejects.toMatchObject({ status: 401 });
    expect(getToken()).toBeNull();
    const next = encodeURIComponent('/admin/#/role');
    expect(replace).toHaveBeenCalledExactlyOnceWith(`/search?dialog=signIn&next=${next}`);
    expect(sessionStorage.getItem('scenedock.farewell')).toBe('expired');
    // react-admin does not lead to its own sign-in meanwhile.
    await expect(authProvider.logout({})).resolves.toBe(false);
  });

  it('keeps the session while the server is away', async () => {
    localStorage.setItem('scenedock.token', 't-away');
    server.use(http.get('/api/auth/me', () => HttpResponse.error()));
    await expect(authProvider.checkAuth({})).resolves.toBeUndefined();
    expect(getToken()).toBe('t-away');
  });
});

describe('canAccess', () => {
  const may = (resource: string, action: string) => authProvider.canAccess?.({ resource, action });

  beforeEach(() => {
    const authorities = ['/content/list', '/log/auditors'];
    localStorage.setItem('scenedock.token', 't-reader');
    server.use(
      http.get('/api/auth/me', () => HttpResponse.json({ ...me('operator'), authorities })),
    );
  });

  it('opens what a permission of the person opens, any of several', async () => {
    expect(await may('news', 'list')).toBe(true);
    expect(await may('auditLog', 'list')).toBe(true);
  });

  it('closes everything else, and what it does not know', async () => {
    expect(await may('news', 'edit')).toBe(false);
    expect(await may('user', 'list')).toBe(false);
    expect(await may('auditLog', 'delete')).toBe(false);
    expect(await may('nonsense', 'list')).toBe(false);
    expect(await may('toString', 'list')).toBe(false);
  });
});

describe('whoAmI', () => {
  it('asks once for each token', async () => {
    let asked = 0;
    server.use(
      http.get('/api/auth/me', () => {
        asked += 1;
        return HttpResponse.json(me('admin'));
      }),
    );
    localStorage.setItem('scenedock.token', 't-1');
    await Promise.all([whoAmI(), whoAmI()]);
    localStorage.setItem('scenedock.token', 't-2');
    await whoAmI();
    expect(asked).toBe(2);
  });
});
