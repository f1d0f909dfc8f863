import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

vi.mock('./App', () => ({
  App: () => <p>{`opened at ${window.location.pathname}${window.location.search}`}</p>,
}));

it('takes a handed-over token out of the address before the back office reads it', async () => {
  window.history.replaceState(null, '', '/admin/?token=x&actid=y#/user');
  const root = document.createElement('div');
  root.id = 'root';
  document.body.append(root);
  await act(() => import('./main'));
  await screen.findByText('opened at /admin/');
  expect(window.location.href).toBe('http://localhost/admin/#/user');
});
