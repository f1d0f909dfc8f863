import { useConfigQuery } from '@scenedock/ui-kit';
import { buildConfig } from '@scenedock/ui-kit/testing';
import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { Route, Routes } from 'react-router';
import { describe, expect, it } from 'vitest';
import { everyScreen, openAt, SITE, useServer } from '../test/portal';
import { Layout } from './Layout';

useServer([
  http.get(`${SITE}/api/config`, () => HttpResponse.json(buildConfig({ copyright: '版权所有' }))),
  ...everyScreen(),
  http.get(`${SITE}/api/catalog/tree`, () => HttpResponse.json([])),
  http.get(`${SITE}/api/inbox`, () => HttpResponse.json({ items: [], total: 0, unread: 0 })),
  http.get(`${SITE}/api/cart/count`, () => HttpResponse.json({ count: 0 })),
]);

function Page() {
  const { isSuccess } = useConfigQuery();
  return isSuccess ? <h1>page</h1> : null;
}

/** Opens it with all that the foot says. */
async function open(address: string) {
  openAt(
    address,
    <Routes>
      <Route element={<Layout />}>
        <Route path="*" element={<Page />} />
      </Route>
    </Routes>,
  );
  await screen.findByRole('heading', { name: 'page' });
}

const around = () =>
  ['banner', 'navigation', 'contentinfo'].filter((role) => screen.queryAllByRole(role).length > 0);

describe('what stands around a page', () => {
  it('is the header with its bar, and the foot', async () => {
    await open('/contactUs');
    expect(around()).toEqual(['banner', 'navigation', 'contentinfo']);
  });

  it('is no foot below the search, which takes the whole window', async () => {
    await open('/search');
    expect(around()).toEqual(['banner', 'navigation']);
  });

  it.each(['/contactUs?navHide', '/contactUs?navHide=1', '/search?sat=GF-1&navHide='])(
    'is nothing with navHide in the address: %s',
    async (address) => {
      await open(address);
      expect(around()).toEqual([]);
    },
  );
});
