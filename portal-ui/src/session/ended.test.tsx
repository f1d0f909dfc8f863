import { type Me, setToken } from '@scenedock/ui-kit';
import { APPLICANT, moveClock, settle, stopClock } from '@scenedock/ui-kit/testing';
import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { everyScreen, openAt, SITE, useServer } from '../test/portal';
import { useSession } from './session';

const EXPIRED = '登录过期，请重新登录!';

let checks = 0;
let isAlive = true;

useServer([
  http.get(`${SITE}/api/auth/me`, () => {
    checks += 1;
    return isAlive
      ? HttpResponse.json<Me>(APPLICANT)
      : HttpResponse.json({ detail: EXPIRED }, { status: 401 });
  }),
  ...everyScreen(),
  http.get(`${SITE}/api/auth/rules`, () => HttpResponse.json({})),
  http.post(`${SITE}/api/behaviours`, () => new HttpResponse(null, { status: 204 })),
]);

beforeEach(() => {
  checks = 0;
  isAlive = true;
  stopClock();
});
afterEach(() => vi.useRealTimers());

function Who() {
  const { me } = useSession();
  return <p>{me?.userName ?? 'guest'}</p>;
}

/** Opens a page of somebody who is signed in. */
async function open(address: string) {
  openAt(address, <Who />);
  await vi.dynamicImportSettled();
  await settle();
  screen.getByText('王工');
  checks = 0;
}

it('asks every minute whether the session is alive, and notices its end without a click', async () => {
  await open('/search');
  await moveClock(59_999);
  expect(checks).toBe(0);
  await moveClock(1);
  expect(checks).toBe(1);
  isAlive = false;
  await moveClock(59_999);
  screen.getByText('王工');
  await moveClock(1);
  screen.getByText('guest');
  screen.getByText(EXPIRED);
});

it.each([
  ['/contactUs', '/search?dialog=signIn&next=%2FcontactUs'],
  ['/news?page=2', '/search?dialog=signIn&next=%2Fnews%3Fpage%3D2'],
  // Where one is already.
  ['/search?sat=GF-1', '/search?sat=GF-1'],
])('leads back to the search from %s, which guests see too', async (address, end) => {
  await open(address);
  isAlive = false;
  await moveClock(60_000);
  screen.getByText(EXPIRED);
  expect(screen.getByTestId('where').textContent).toBe(end);
});

it('stays on a page that guests see where nobody was signed in', async () => {
  setToken(null);
  openAt('/contactUs', <Who />);
  await settle();
  await moveClock(60_000);
  expect(checks).toBe(0);
  expect(screen.getByTestId('where').textContent).toBe('/contactUs');
});
