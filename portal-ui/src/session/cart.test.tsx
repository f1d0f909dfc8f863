import { type Me, setToken } from '@scenedock/ui-kit';
import { APPLICANT, recording } from '@scenedock/ui-kit/testing';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, describe, expect, it } from 'vitest';
import { Header } from '../shell/Header';
import { everyScreen, openAt, SITE, useServer } from '../test/portal';
import { useCartIntent, usePendingCart } from './useCartIntent';

const HOLDER: Me = { ...APPLICANT, authorities: ['/shop/list'] };

const added: unknown[] = [];

const server = useServer(
  [
    http.get(`${SITE}/api/inbox`, () => HttpResponse.json({ items: [], total: 0, unread: 0 })),
    http.get(`${SITE}/api/cart/count`, () => HttpResponse.json({ count: 7 })),
    http.get(`${SITE}/api/cart`, () => HttpResponse.json({ items: [], total: 9 })),
    recording(http.post, `${SITE}/api/cart`, added, { changed: 1, total: 8 }),
  ],
  null,
);

afterEach(() => {
  added.length = 0;
});

function Adding() {
  const { ids, add } = useCartIntent();
  return (
    <button type="button" onClick={() => add(['x'])}>
      {ids.has('x') ? 'held' : 'put'}
    </button>
  );
}

function Portal() {
  usePendingCart();
  return <Header />;
}

describe('the number of scenes in the cart', () => {
  it('stands in the header, and follows what is added', async () => {
    setToken('token');
    server.use(...everyScreen(HOLDER));
    openAt(
      '/search',
      <>
        <Header />
        <Adding />
      </>,
    );
    await screen.findByRole('link', { name: '购物车，7 景' });
    fireEvent.click(screen.getByRole('button', { name: 'put' }));
    await screen.findByRole('link', { name: '购物车，8 景' });
    await screen.findByText('已加入购物车 1 景');
  });
});

describe('the marks of what is in the cart', () => {
  it('know all of it, however large it is', async () => {
    setToken('token');
    server.use(
      ...everyScreen(HOLDER),
      http.get(`${SITE}/api/cart`, ({ request }) => {
        const page = Number(new URL(request.url).searchParams.get('page'));
        const dataid = page === 3 ? 'x' : `other ${page}`;
        return HttpResponse.json({ items: page > 3 ? [] : [{ dataid }], total: 3 });
      }),
    );
    openAt('/search', <Adding />);
    await screen.findByRole('button', { name: 'held' });
  });

  it('do not believe an answer that was on its way when something was added', async () => {
    setToken('token');
    let release = () => {};
    const late = new Promise<void>((resolve) => {
      release = resolve;
    });
    let asked = 0;
    server.use(
      ...everyScreen(HOLDER),
      http.get(`${SITE}/api/cart`, async () => {
        asked += 1;
        if (asked > 1) return HttpResponse.json({ items: [{ dataid: 'x' }], total: 1 });
        await late;
        return HttpResponse.json({ items: [], total: 0 });
      }),
    );
    openAt('/search', <Adding />);
    await waitFor(() => expect(asked).toBe(1));
    fireEvent.click(screen.getByRole('button', { name: 'put' }));
    await screen.findByText('已加入购物车 1 景');
    release();
    await screen.findByRole('button', { name: 'held' });
  });
});

describe('a guest who adds to the cart', () => {
  it('signs in first, and then finds the scene in the cart', async () => {
    server.use(...everyScreen(HOLDER));
    openAt('/search?text=a', <Adding />);
    fireEvent.click(screen.getByRole('button', { name: 'put' }));
    await waitFor(() =>
      expect(screen.getByTestId('where').textContent).toBe('/search?text=a&dialog=signIn'),
    );
    expect(added).toEqual([]);
    cleanup();
    setToken('token');
    openAt('/search?text=a', <Portal />);
    await waitFor(() => expect(added).toEqual([{ dataIds: ['x'] }]));
    await screen.findByText('已加入购物车 1 景');
  });
});
