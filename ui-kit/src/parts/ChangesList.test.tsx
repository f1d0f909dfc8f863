import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { LocaleProvider } from '../messages/LocaleProvider';
import { type Locale, storeLocale } from '../messages/locale';
import { buildOrder } from '../testing/builders';
import { ChangesList } from './ChangesList';

const server = setupServer(
  http.get('/api/dictionary', () => HttpResponse.json({ items: [], total: 0 })),
);
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => {
  cleanup();
  localStorage.clear();
});
afterAll(() => server.close());

const ORDER = buildOrder({
  changes: { fields: [], scenesAdded: 0, scenesRemoved: 0, papers: [2, 1] },
});

it.each<[Locale, string]>([
  ['zh-CN', '更换附件：介绍信、身份证'],
  ['en', 'Attachments replaced: Introduction letter, ID card'],
])('lists papers as its language does: %s', async (locale, line) => {
  storeLocale(locale);
  render(
    <LocaleProvider>
      <QueryClientProvider client={new QueryClient()}>
        <ChangesList order={ORDER} />
      </QueryClientProvider>
    </LocaleProvider>,
  );
  expect((await screen.findByRole('listitem')).textContent).toBe(line);
});
