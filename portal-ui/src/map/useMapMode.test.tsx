import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { useSearchUrl } from '../search/useSearchUrl';
import { HeadingTo } from '../shell/headingTo';
import { useMapMode } from './mapMode';

afterEach(cleanup);

type Hand = {
  search: ReturnType<typeof useSearchUrl>['change'];
  mode: ReturnType<typeof useMapMode>['change'];
};

/** A page with results and a map, both of which write into the address. */
function stage(address: string) {
  const hand: Hand = { search: () => {}, mode: () => {} };
  function Page() {
    const { state, change: search } = useSearchUrl();
    const { mode, change } = useMapMode(true);
    hand.search = search;
    hand.mode = change;
    return <output>{JSON.stringify([state.view, mode.swipe])}</output>;
  }
  const router = createMemoryRouter([{ path: '*', element: <Page /> }], {
    initialEntries: [address],
  });
  render(
    <HeadingTo value={() => router.state.location}>
      <RouterProvider router={router} />
    </HeadingTo>,
  );
  return { hand, router };
}

const shows = (value: unknown) =>
  waitFor(() => expect(screen.getByRole('status').textContent).toBe(JSON.stringify(value)));

it('keeps the view of the results that was chosen a moment before the swipe bar', async () => {
  const { hand } = stage('/search?view=footprints');
  await shows(['footprints', false]);
  act(() => {
    hand.search({ view: 'list' });
    hand.mode({ swipe: true });
  });
  await shows(['list', true]);
});

it('keeps the swipe bar when a search follows at once', async () => {
  const { hand } = stage('/search');
  act(() => {
    hand.mode({ swipe: true });
    hand.search({ view: 'cards' });
  });
  await shows(['cards', true]);
});
