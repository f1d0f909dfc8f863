import type { Config } from '@scenedock/ui-kit';
import { fireEvent, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { CONFIG, openAt, SITE, useServer } from '../test/portal';
import { Brand } from './Brand';

let config: Config = CONFIG;
useServer([http.get(`${SITE}/api/config`, () => HttpResponse.json(config))], null);

const shown = () => document.querySelector('img')?.getAttribute('src');

it('is the mark of the installation, or the own one where that cannot be shown', async () => {
  config = { ...CONFIG, logo: '/logo.png' };
  openAt('/search', <Brand />);
  await waitFor(() => expect(shown()).toBe('/logo.png'));
  fireEvent.error(document.querySelector('img') as HTMLImageElement);
  expect(shown()).toBe('/favicon.svg');
});

it('is the own one where nothing is configured', async () => {
  config = { ...CONFIG, logo: '' };
  openAt('/search', <Brand />);
  expect(shown()).toBe('/favicon.svg');
});
