import { LocaleProvider } from '@scenedock/ui-kit';
import { render, screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { App } from './App';
import { forget } from './providers/authProvider';
import { server, useServer } from './test/server';

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
