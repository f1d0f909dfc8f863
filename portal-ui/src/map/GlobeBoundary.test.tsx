import { cleanup, fireEvent, screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { openAt, SITE } from '../test/portal';
import { GlobeBoundary } from './GlobeBoundary';

const server = setupServer(
  http.get(`${SITE}/api/auth/me`, () => new HttpResponse(null, { status: 401 })),
);

beforeAll(() => server.listen());
afterEach(cleanup);
afterAll(() => server.close());

it('says when there is no globe, and leads back to the flat map', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const onFlat = vi.fn();
  const Broken = () => {
    throw new Error('no WebGL');
  };
  openAt(
    '/',
    <GlobeBoundary onFlat={onFlat}>
      <Broken />
    </GlobeBoundary>,
  );
  expect(screen.getByText('此浏览器无法显示三维地球')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '切换到二维' }));
  expect(onFlat).toHaveBeenCalled();
});
