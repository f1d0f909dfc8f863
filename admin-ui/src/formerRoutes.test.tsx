import { readFileSync } from 'node:fs';
import { LocaleProvider, setToken } from '@scenedock/ui-kit';
import { buildConfig } from '@scenedock/ui-kit/testing';
import { render, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { App } from './App';
import { server, useServer } from './test/server';

// Where an address leads is looked at here, and not what stands there.
vi.mock('./pages', async (load) => {
  const names = Object.keys(await load<object>());
  return Object.fromEntries(names.map((name) => [name, () => <p data-testid="page">{name}</p>]));
});

useServer();

/** Where the routes of the specification stand in the back office. */
const DOCUMENTED = [
  ...new Set(
    Array.from(
      readFileSync('docs/routes.md', 'utf8').matchAll(
        /^\| `[^`]+` \| [^|]+ \| `\/admin\/#([^`]+)`/gm,
      ),
      ([, address = '']) => address,
    ),
  ),
];

/** Those, and addresses of earlier versions, that lead on to where the function is now. */
const LEADING_ON = new Map([
  ['/power', '/role?tab=matrix'],
  ['/department', '/units'],
  ['/log', '/userBehavioStat?tab=log'],
  ['/settings', '/configManage'],
  ['/orderManage_packaging', '/orderManage_pastAudit'],
  ['/lists/packaging', '/orderManage_pastAudit'],
  ['/repOrderManage', '/orderManage?filter=%7B%22type%22%3A%222%22%7D'],
  ['/orderManage_stayAudit_rep', '/orderManage_stayAudit?filter=%7B%22type%22%3A%222%22%7D'],
  ['/orders/7', '/orderManage_details/7'],
  ['/orderDetail_rep/7', '/orderManage_details/7'],
  ['/orderManage_details_rep/7', '/orderManage_details/7'],
]);

beforeEach(() => {
  setToken('t-admin');
  server.use(
    http.get('/api/config', () => HttpResponse.json(buildConfig())),
    http.get('/api/catalog/tree', () => HttpResponse.json([])),
    http.get('/api/*', () => HttpResponse.json({ items: [], total: 0 })),
  );
});

afterEach(() => {
  window.location.hash = '';
});

function open(address: string) {
  window.location.hash = `#${address}`;
  render(
    <LocaleProvider>
      <App />
    </LocaleProvider>,
  );
}

describe('the documented routes of the back office', () => {
  it('are found', () => {
    expect(DOCUMENTED).toContain('/power');
    expect(DOCUMENTED.length).toBeGreaterThan(15);
  });

  it.each(DOCUMENTED)('%s is a page, or leads to one', async (address) => {
    open(address);
    await screen.findByTestId('page');
    expect(window.location.hash).toBe(`#${LEADING_ON.get(address) ?? address}`);
  });
});

it.each([...LEADING_ON])('%s leads on to %s', async (address, target) => {
  open(address);
  await waitFor(() => expect(window.location.hash).toBe(`#${target}`));
  await screen.findByTestId('page');
});
