import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getToken, setToken } from '../api/session';
import { lockSession, releaseLock } from './lock';
import { recordStay, StayClock } from './stay';
import { useTimeOnSite } from './useTimeOnSite';

const START = Date.parse('2026-11-21T08:00:00Z');

const fetched = vi.fn<typeof fetch>();

function sent() {
  return fetched.mock.calls.map(([path, init]) => ({
    path,
    keepalive: init?.keepalive,
    token: new Headers(init?.headers).get('Authorization'),
    body: JSON.parse(String(init?.body)) as unknown,
  }));
}

beforeEach(() => {
  fetched.mockReset();
  fetched.mockResolvedValue(new Response(null, { status: 204 }));
  vi.stubGlobal('fetch', fetched);
  setToken('token');
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the clock of a stay', () => {
  it('runs while the page is seen', () => {
    let now = START;
    const clock = new StayClock(true, () => now);
    now += 5000;
    expect(clock.ended()).toEqual({ start: START, end: START + 5000 });
    now += 60_000;
    expect(clock.ended()).toBeNull();
    clock.seen();
    now += 2000;
    clock.seen();
    expect(clock.ended()).toEqual({ start: START + 65_000, end: START + 67_000 });
  });

  it('stands still on a page that was opened behind others', () => {
    expect(new StayClock(false).ended()).toBeNull();
  });
});

describe('recording a stay', () => {
  it('is behaviour 6, sent so that it outlives the page', async () => {
    await recordStay({ start: START, end: START + 90_000 }, '/search?q=1');
    expect(sent()).toEqual([
      {
        path: '/api/behaviours',
        keepalive: true,
        token: 'Bearer token',
        body: {
          type: 6,
          detailUrl: '/search?q=1',
          start: '2026-11-21T08:00:00.000Z',
          end: '2026-11-21T08:01:30.000Z',
        },
      },
    ]);
  });

  it('keeps within what the log takes', async () => {
    await recordStay({ start: START - 100_000_000, end: START }, `/${'x'.repeat(600)}`);
    expect(sent()[0]?.body).toMatchObject({
      detailUrl: `/${'x'.repeat(511)}`,
      start: '2026-11-20T08:00:00.000Z',
    });
  });

  it('needs a token, and more than a glance', async () => {
    await recordStay({ start: START, end: START + 999 }, '/');
    setToken(null);
    await recordStay({ start: START, end: START + 90_000 }, '/');
    expect(fetched).not.toHaveBeenCalled();
  });

  it('fails without a word, and without ending the session', async () => {
    fetched.mockRejectedValueOnce(new TypeError('offline'));
    await recordStay({ start: START, end: START + 90_000 }, '/');
    fetched.mockResolvedValueOnce(new Response(null, { status: 401 }));
    await recordStay({ start: START, end: START + 90_000 }, '/');
    expect(getToken()).toBe('token');
  });
});

describe('time on the site', () => {
  function Page({ person }: { person: string | null }) {
    useTimeOnSite(person);
    return null;
  }

  function turn(state: DocumentVisibilityState) {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
    document.dispatchEvent(new Event('visibilitychange'));
  }

  it('is told whenever the page is hidden, once for each time it was seen', () => {
    vi.useFakeTimers({ now: START });
    render(<Page person="1" />);
    vi.setSystemTime(START + 10_000);
    turn('hidden');
    turn('hidden');
    window.dispatchEvent(new Event('pagehide'));
    expect(sent().map((one) => one.body)).toMatchObject([
      { start: '2026-11-21T08:00:00.000Z', end: '2026-11-21T08:00:10.000Z' },
    ]);
    vi.setSystemTime(START + 60_000);
    turn('visible');
    vi.setSystemTime(START + 65_000);
    window.dispatchEvent(new Event('pagehide'));
    expect(sent().at(-1)?.body).toMatchObject({
      start: '2026-11-21T08:01:00.000Z',
      end: '2026-11-21T08:01:05.000Z',
    });
  });

  it('does not run while the page is locked', () => {
    vi.useFakeTimers({ now: START });
    turn('visible');
    render(<Page person="1" />);
    act(() => lockSession('idle'));
    vi.setSystemTime(START + 10_000);
    turn('visible');
    vi.setSystemTime(START + 20_000);
    setToken('fresh');
    act(() => releaseLock());
    vi.setSystemTime(START + 25_000);
    turn('hidden');
    expect(sent().map((one) => one.body)).toMatchObject([
      { start: '2026-11-21T08:00:20.000Z', end: '2026-11-21T08:00:25.000Z' },
    ]);
  });

  it('of a guest is nobody’s business', () => {
    vi.useFakeTimers({ now: START });
    render(<Page person={null} />);
    vi.setSystemTime(START + 10_000);
    turn('hidden');
    expect(fetched).not.toHaveBeenCalled();
  });
});
