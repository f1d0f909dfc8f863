import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../api/client';
import type { Login } from '../api/types';
import { LocaleProvider } from '../messages/LocaleProvider';
import { buildConfig } from '../testing/builders';
import { SignInForm } from './SignInForm';

const server = setupServer(
  http.get('http://localhost/api/config', () => HttpResponse.json(buildConfig())),
);
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(cleanup);
afterAll(() => server.close());

const refusal = (code: string, ticket: string | null) =>
  new ApiError(401, code, code, [], [], ticket);

function open(signIn: (login: Login) => Promise<boolean>) {
  const onRefused = vi.fn();
  const client = new QueryClient();
  client.setQueryData(['config'], buildConfig());
  render(
    <LocaleProvider>
      <QueryClientProvider client={client}>
        <SignInForm signIn={signIn} onRefused={onRefused} />
      </QueryClientProvider>
    </LocaleProvider>,
  );
  fireEvent.change(screen.getByLabelText('用户名'), { target: { value: 'lisi_1' } });
  fireEvent.change(screen.getByLabelText('密码'), { target: { value: 'secret' } });
  fireEvent.click(screen.getByRole('button', { name: '登录' }));
  return onRefused;
}

async function answer(code: string) {
  fireEvent.change(await screen.findByLabelText('动态验证码'), { target: { value: code } });
  fireEvent.click(screen.getByRole('button', { name: '验证并登录' }));
}

describe('the second step', () => {
  it('sends the ticket and the code, and a wrong code may be tried again', async () => {
    const sent: Login[] = [];
    const answers = [
      refusal('second_factor_needed', 't1'),
      refusal('second_factor_wrong', 't2'),
      true as const,
    ];
    const onRefused = open(async (login) => {
      sent.push(login);
      const next = answers.shift();
      if (next !== true) throw next;
      return true;
    });
    await answer('111 111');
    await waitFor(() => expect(onRefused).toHaveBeenCalledOnce());
    await answer('222222');
    await waitFor(() => expect(sent).toHaveLength(3));
    expect(sent.slice(1)).toEqual([
      { loginName: 'lisi_1', password: '', ticket: 't1', secondFactor: '111 111' },
      { loginName: 'lisi_1', password: '', ticket: 't2', secondFactor: '222222' },
    ]);
  });

  it('begins with the password again when the ticket is gone', async () => {
    const answers = [refusal('second_factor_needed', 't1'), refusal('sign_in_expired', null)];
    const onRefused = open(async () => {
      throw answers.shift();
    });
    await answer('111111');
    await screen.findByLabelText('密码');
    expect(onRefused).toHaveBeenCalledOnce();
  });

  it('is left by going back, and asks for a code', async () => {
    open(async () => {
      throw refusal('second_factor_needed', 't1');
    });
    await screen.findByLabelText('动态验证码');
    fireEvent.click(screen.getByRole('button', { name: '验证并登录' }));
    expect(screen.getByLabelText('动态验证码').getAttribute('aria-invalid')).toBe('true');
    fireEvent.click(screen.getByRole('button', { name: '返回' }));
    await screen.findByLabelText('密码');
  });

  it('does not show for a wrong password', async () => {
    const onRefused = open(async () => {
      throw refusal('wrong_password', null);
    });
    await waitFor(() => expect(onRefused).toHaveBeenCalledOnce());
    expect(screen.queryByLabelText('动态验证码')).toBeNull();
  });
});
