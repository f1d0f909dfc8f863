import { LocaleProvider, setToken } from '@scenedock/ui-kit';
import { buildConfig } from '@scenedock/ui-kit/testing';
import { render, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { App } from './App';
import { forget } from './providers/authProvider';
import { ADMIN, server, useServer } from './test/server';

useServer();

beforeEach(() => {
  forget();
  server.use(
    http.get('/api/config', () => HttpResponse.json({ captcha: true })),
    http.post('/api/auth/captcha', () =>
      HttpResponse.json({ captchaId: 'c', image: 'data:image/png;base64,AA' }),
    ),
    http.get('/api/auth/sso', () => HttpResponse.json({ providers: [] })),
  );
  window.location.hash = '#/audit';
});

afterEach(() => {
  window.location.hash = '';
});

it('leads who is not signed in to the sign-in, once', async () => {
  const before = history.length;
  render(
    <LocaleProvider>
      <App />
    </LocaleProvider>,
  );
  await screen.findByLabelText('用户名');
  expect(window.location.hash).toBe('#/login');
  expect(history.length - before).toBe(1);
});

it('asks for the catalogue at each of its pages', async () => {
  let asked = 0;
  setToken('t-admin');
  server.use(
    http.get('/api/auth/me', () => HttpResponse.json(ADMIN)),
    http.get('/api/config', () => HttpResponse.json(buildConfig())),
    http.get('/api/catalog/tree', () => {
      asked += 1;
      return HttpResponse.json([]);
    }),
    http.get('/api/*', () => HttpResponse.json({ items: [], total: 0 })),
  );
  window.location.hash = '#/nowhere';
  render(
    <LocaleProvider>
      <App />
    </LocaleProvider>,
  );
  await waitFor(() => expect(asked).toBe(1));
  window.location.hash = '#/elsewhere';
  await waitFor(() => expect(asked).toBe(2));
});
