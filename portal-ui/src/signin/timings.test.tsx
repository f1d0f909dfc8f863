import { type Me, setToken } from '@scenedock/ui-kit';
import { APPLICANT, buildConfig, moveClock, settle, stopClock } from '@scenedock/ui-kit/testing';
import { fireEvent, screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { Link } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useCartCount } from '../session/useCart';
import { useSignInLink } from '../session/useEntrance';
import { everyScreen, openAt, SITE, useServer } from '../test/portal';
import { EntranceFrame } from './EntranceFrame';

let calls: string[] = [];
let captcha = false;

const server = useServer(
  [
    http.get(`${SITE}/api/config`, () => HttpResponse.json(buildConfig({ captcha }))),
    ...everyScreen(),
    http.get(`${SITE}/api/catalog/tree`, () => HttpResponse.json([])),
    http.get(`${SITE}/api/auth/rules`, () => {
      calls.push('rules');
      return HttpResponse.json({});
    }),
    http.get(`${SITE}/api/auth/exists`, ({ request }) => {
      calls.push(`exists ${new URL(request.url).searchParams.get('loginName')}`);
      return HttpResponse.json({ exists: true });
    }),
    http.get(`${SITE}/api/cart/count`, () => {
      calls.push('count');
      return HttpResponse.json({ count: 7 });
    }),
    http.post(`${SITE}/api/auth/captcha`, () => {
      calls.push('captcha');
      return HttpResponse.json({ captchaId: `c${calls.length}`, image: `data:,${calls.length}` });
    }),
    // Of a server that takes its time.
    http.post(`${SITE}/api/auth/login`, () => new Promise<Response>(() => undefined)),
  ],
  null,
);

beforeEach(() => {
  calls = [];
  captcha = false;
  stopClock();
});
afterEach(() => {
  vi.useRealTimers();
});

const times = (name: string) => calls.filter((call) => call.startsWith(name)).length;

function Count() {
  return <p>{`count ${useCartCount()}`}</p>;
}

async function countAs(me: Me) {
  setToken('token');
  server.use(...everyScreen(me));
  openAt('/search', <Count />);
  await settle();
}

describe('the number of scenes in the cart', () => {
  it('is asked for two seconds after the page has come up', async () => {
    await countAs({ ...APPLICANT, authorities: ['/shop/list'] });
    await moveClock(1999);
    expect(times('count')).toBe(0);
    await moveClock(1);
    expect(times('count')).toBe(1);
    expect(screen.getByText('count 7')).toBeTruthy();
  });

  it('is never asked for without /shop/list', async () => {
    await countAs({ ...APPLICANT, authorities: ['/order/mine'] });
    await moveClock(10_000);
    expect(times('count')).toBe(0);
  });
});

describe('the rules of accounts', () => {
  it.each(['signIn', 'register'])('are read a second after the dialog %s', async (name) => {
    openAt(`/search?dialog=${name}`, <EntranceFrame />);
    await settle();
    await moveClock(999);
    expect(times('rules')).toBe(0);
    await moveClock(1);
    expect(times('rules')).toBe(1);
  });
});

describe('an account name', () => {
  it('is asked about two seconds after its field was left', async () => {
    openAt('/search?dialog=register', <EntranceFrame />);
    await settle();
    const field = screen.getByLabelText(/^用户名/);
    fireEvent.change(field, { target: { value: 'zhangsan' } });
    await moveClock(5000);
    expect(times('exists')).toBe(0);
    fireEvent.blur(field);
    await moveClock(1999);
    expect(times('exists')).toBe(0);
    await moveClock(1);
    expect(calls.filter((call) => call.startsWith('exists'))).toEqual(['exists zhangsan']);
    expect(screen.getByText('用户名已存在！')).toBeTruthy();
  });
});

describe('the button of sign-in', () => {
  it('turns for five seconds at most', async () => {
    openAt('/search?dialog=signIn', <EntranceFrame />);
    await moveClock(1000);
    fireEvent.change(screen.getByLabelText('用户名'), { target: { value: 'zhangsan' } });
    fireEvent.change(screen.getByLabelText('密码'), { target: { value: 'Geology77' } });
    const button = screen.getByRole<HTMLButtonElement>('button', { name: '登录' });
    fireEvent.click(button);
    await moveClock(4999);
    expect(button.disabled).toBe(true);
    await moveClock(1);
    expect(button.disabled).toBe(false);
  });
});

describe('the captcha', () => {
  it('takes what was read off it along when it is replaced', async () => {
    captcha = true;
    openAt('/search?dialog=register', <EntranceFrame />);
    await settle();
    await moveClock(1000);
    const code = screen.getByRole<HTMLInputElement>('textbox', { name: /^验证码/ });
    fireEvent.change(code, { target: { value: '7315' } });
    await moveClock(100_000);
    expect([times('captcha'), code.value]).toEqual([1, '7315']);
    await moveClock(10_000);
    expect([times('captcha'), code.value]).toEqual([2, '']);
  });

  function Opener() {
    return <Link {...useSignInLink()}>open</Link>;
  }

  it('is another one after a click, a change of dialogs, and closing', async () => {
    captcha = true;
    openAt(
      '/search',
      <>
        <Opener />
        <EntranceFrame />
      </>,
    );
    await settle();
    const shown = () => screen.getByRole('img', { name: '验证码' }).getAttribute('src');
    const seen: (string | null)[] = [];
    const open = screen.getByText('open');
    for (const press of [
      () => open,
      () => screen.getByRole('button', { name: '看不清？点击更换验证码' }),
      () => screen.getByRole('tab', { name: '注册' }),
      () => screen.getByRole('tab', { name: '登录' }),
      () => screen.getByRole('button', { name: '关闭' }),
      () => open,
    ]) {
      fireEvent.click(press());
      await settle();
      await moveClock(500);
      if (screen.queryByRole('dialog') !== null) seen.push(shown());
    }
    expect(times('captcha')).toBe(5);
    expect(new Set(seen).size).toBe(5);
  });
});
