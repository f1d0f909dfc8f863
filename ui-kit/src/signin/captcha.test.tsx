import { focusManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { LocaleProvider } from '../messages/LocaleProvider';
import { ResetRequestForm } from '../passwordReset/ResetRequestForm';
import { buildConfig } from '../testing/builders';
import { SignInForm } from './SignInForm';

let pictures = 0;

const server = setupServer(
  http.get('http://localhost/api/config', () =>
    HttpResponse.json(buildConfig({ captcha: true, passwordResetByMail: true })),
  ),
  http.post('http://localhost/api/auth/captcha', () => {
    pictures += 1;
    return HttpResponse.json({ captchaId: `c${pictures}`, image: `data:,${pictures}` });
  }),
);
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  focusManager.setFocused(undefined);
});
afterAll(() => server.close());

/** The tab is left, and come back to after so long. */
async function awayFor(ms: number) {
  await act(async () => focusManager.setFocused(false));
  vi.setSystemTime(Date.now() + ms);
  await act(async () => focusManager.setFocused(true));
}

describe('the captcha of a tab that was out of sight', () => {
  it.each([
    ['sign-in', <SignInForm key="s" signIn={async () => true} onRefused={() => undefined} />],
    ['password reset', <ResetRequestForm key="r" onRefused={() => undefined} back={null} />],
  ])(
    'is another one once the server has forgotten it, and its code has to be read anew: %s',
    async (_, form) => {
      pictures = 0;
      vi.useFakeTimers({ toFake: ['Date'] });
      const client = new QueryClient();
      client.setQueryData(['config'], buildConfig({ captcha: true, passwordResetByMail: true }));
      render(
        <LocaleProvider>
          <QueryClientProvider client={client}>{form}</QueryClientProvider>
        </LocaleProvider>,
      );
      const source = () => screen.getByAltText('验证码').getAttribute('src');
      await waitFor(() => expect(source()).toBe('data:,1'));
      const code = screen.getByRole<HTMLInputElement>('textbox', { name: /^验证码/ });
      fireEvent.change(code, { target: { value: '7315' } });
      await awayFor(60_000);
      await waitFor(() => expect(client.isFetching()).toBe(0));
      expect([source(), code.value]).toEqual(['data:,1', '7315']);
      await awayFor(60_000);
      await waitFor(() => expect(source()).toBe('data:,2'));
      expect(code.value).toBe('');
    },
  );
});
