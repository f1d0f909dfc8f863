import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { HeadingTo } from '../shell/headingTo';
import { useSearchUrl } from './useSearchUrl';

afterEach(cleanup);

/** A search page under a router that takes its time, as the product's does. */
function stage(address: string, heading?: string) {
  const hand: { change: ReturnType<typeof useSearchUrl>['change']; render: () => void } = {
    change: () => {},
    render: () => {},
  };
  function Page() {
    const { state, change } = useSearchUrl();
    const [, setTimes] = useState(0);
    hand.change = change;
    hand.render = () => flushSync(() => setTimes((times) => times + 1));
    return <output>{JSON.stringify([state.text, state.centre, state.cloudMax])}</output>;
  }
  const router = createMemoryRouter([{ path: '*', element: <Page /> }], {
    initialEntries: [address],
  });
  let path = heading;
  render(
    <HeadingTo
      value={() =>
        path === undefined ? router.state.location : { ...router.state.location, pathname: path }
      }
    >
      <RouterProvider router={router} />
    </HeadingTo>,
  );
  const head = (to: string) => {
    path = to;
  };
  const shows = (value: unknown) =>
    waitFor(() => expect(screen.getByRole('status').textContent).toBe(JSON.stringify(value)));
  return { hand, router, shows, head };
}

it('keeps a search that is under way when the map moves before it has arrived', async () => {
  const { hand, shows } = stage('/search');
  act(() => {
    hand.change({ text: 'GF1' });
    hand.render();
    hand.change({ centre: [104, 30], zoom: 6 }, { replace: true });
  });
  await shows(['GF1', [104, 30], null]);
  act(() => hand.change({ cloudMax: 20 }));
  await shows(['GF1', [104, 30], 20]);
});

it('keeps what stands beside the address when the map comes to rest, and not when another search begins', async () => {
  const { hand, router, shows } = stage('/search');
  await act(() => router.navigate('/search?dialog=signIn', { state: { entrance: true } }));
  act(() => hand.change({ centre: [104, 30], zoom: 6 }, { replace: true }));
  await shows(['', [104, 30], null]);
  expect(router.state.location.state).toEqual({ entrance: true });
  act(() => hand.change({ text: 'b' }));
  await shows(['b', [104, 30], null]);
  expect(router.state.location.state).toBeNull();
});

it('keeps a dialog that was opened a moment ago and is not on the screen yet', async () => {
  const { hand, router, shows } = stage('/search');
  await act(async () => {
    await router.navigate('/search?dialog=signIn', { state: { entrance: true } });
    hand.change({ centre: [104, 30], zoom: 6 }, { replace: true });
  });
  await shows(['', [104, 30], null]);
  expect(router.state.location.search).toContain('dialog=signIn');
  expect(router.state.location.state).toEqual({ entrance: true });
});

it('builds on the address that Back or a link led to', async () => {
  const { hand, router, shows } = stage('/search?q=a');
  act(() => hand.change({ text: 'b' }));
  await shows(['b', null, null]);
  await act(() => router.navigate(-1));
  await shows(['a', null, null]);
  act(() => hand.change({ cloudMax: 5 }));
  await shows(['a', null, 5]);
  await act(() => router.navigate('/search?q=c'));
  act(() => hand.change({ cloudMax: 6 }));
  await shows(['c', null, 6]);
});

it('calls nobody back who has left while the next page is loading', async () => {
  const { hand, router, shows, head } = stage('/search');
  head('/signIn');
  act(() => hand.change({ centre: [104, 30], zoom: 6 }, { replace: true }));
  expect(router.state.location.search).toBe('');
  head('/search');
  act(() => hand.change({ centre: [105, 31], zoom: 6 }, { replace: true }));
  await shows(['', [105, 31], null]);
});

it('calls nobody back who had left before the search was drawn', () => {
  const { hand, router } = stage('/search', '/signIn');
  act(() => hand.change({ centre: [104, 30], zoom: 6 }, { replace: true }));
  expect(router.state.location.search).toBe('');
});
