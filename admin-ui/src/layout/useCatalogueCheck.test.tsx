import { leaveFor } from '@scenedock/ui-kit/leaving';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { Link } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { Stage } from '../test/Stage';
import { problem, server, useServer } from '../test/server';
import { useCatalogueCheck } from './useCatalogueCheck';

vi.mock('@scenedock/ui-kit/leaving', () => ({ leaveFor: vi.fn(), endExpired: vi.fn() }));

useServer();

let asked = 0;
let status = 200;

beforeEach(() => {
  asked = 0;
  status = 200;
  vi.mocked(leaveFor).mockClear();
  server.use(
    http.get('/api/catalog/tree', () => {
      asked += 1;
      return status === 200 ? HttpResponse.json([]) : problem(status, 'internal', '服务器内部错误');
    }),
  );
});

function Page() {
  useCatalogueCheck();
  return (
    <>
      <Link to="/role">roles</Link>
      <Link to="?page=3" replace>
        rewrite
      </Link>
    </>
  );
}

const open = () =>
  render(
    <Stage at="/user">
      <Page />
    </Stage>,
  );

it('asks at every step, and leads to the page of an outage where the catalogue fails', async () => {
  open();
  await waitFor(() => expect(asked).toBe(1));
  fireEvent.click(screen.getByText('rewrite'));
  status = 500;
  fireEvent.click(screen.getByText('roles'));
  await waitFor(() => expect(leaveFor).toHaveBeenCalledExactlyOnceWith('/error?from=%2F'));
  expect(asked).toBe(2);
});

it('leaves a refusal, and a server that is away, to the page', async () => {
  status = 503;
  open();
  await waitFor(() => expect(asked).toBe(1));
  status = 403;
  fireEvent.click(screen.getByText('roles'));
  await waitFor(() => expect(asked).toBe(2));
  // Its answer comes after those.
  await fetch('/api/instruments');
  expect(leaveFor).not.toHaveBeenCalled();
});
