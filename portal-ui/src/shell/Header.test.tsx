import { setToken } from '@scenedock/ui-kit';
import { fireEvent, screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { everyScreen, openAt, SITE, useServer } from '../test/portal';
import { Header } from './Header';

useServer([
  ...everyScreen(),
  http.get(`${SITE}/api/inbox`, () => HttpResponse.json({ items: [], total: 0, unread: 0 })),
  http.get(`${SITE}/api/cart/count`, () => HttpResponse.json({ count: 0 })),
]);

describe('the survey', () => {
  it.each([
    [null, /登录/],
    ['token', /王工/],
  ])('stands in the header, and in the menu of a phone: %s', async (token, known) => {
    setToken(token);
    openAt('/news', <Header />);
    await screen.findByRole(token === null ? 'link' : 'button', { name: known });
    const header = within(screen.getByRole('banner'));
    expect(header.getByRole('link', { name: '满意度调查' }).getAttribute('href')).toBe('/survey');
    fireEvent.click(header.getByRole('button', { name: '导航菜单' }));
    const item = await screen.findByRole('menuitem', { name: '满意度调查' });
    expect(item.getAttribute('href')).toBe('/survey');
  });
});
