import { act, render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Stage } from '../test/Stage';
import { useServer } from '../test/server';
import { DocumentTitle } from './DocumentTitle';

useServer();

it('follows the title of the page', async () => {
  render(
    <Stage>
      <div id="react-admin-title">待审核</div>
      <DocumentTitle />
    </Stage>,
  );
  expect(document.title).toMatch(/^待审核 - ./);
  await act(async () => {
    const place = document.getElementById('react-admin-title');
    if (place !== null) place.textContent = '20261122WP120000001';
  });
  expect(document.title).toMatch(/^20261122WP120000001 - ./);
});
