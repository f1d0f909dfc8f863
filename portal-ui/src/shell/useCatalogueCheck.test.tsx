import { fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { Link } from 'react-router';
import { expect, it } from 'vitest';
import { openAt, SITE, useServer } from '../test/portal';
import { useCatalogueCheck } from './useCatalogueCheck';

let asked = 0;
let status = 200;

useServer([
  http.get(`${SITE}/api/catalog/tree`, () => {
    asked += 1;
    return HttpResponse.json([], { status });
  }),
]);

function Page() {
  useCatalogueCheck();
  return (
    <>
      <Link to="?page=2">next</Link>
      <Link to="?page=4">last</Link>
      <Link to="?page=3" replace>
        rewrite
      </Link>
    </>
  );
}

it('asks at every step, and not where an address is rewritten in its place', async () => {
  openAt('/inbox', <Page />);
  await waitFor(() => expect(asked).toBe(1));
  fireEvent.click(screen.getByText('rewrite'));
  fireEvent.click(screen.getByText('next'));
  await waitFor(() => expect(asked).toBe(2));
  status = 500;
  fireEvent.click(screen.getByText('last'));
  // What is rewritten meanwhile does not undo what was asked.
  fireEvent.click(screen.getByText('rewrite'));
  await waitFor(() =>
    expect(screen.getByTestId('where').textContent).toBe('/error?from=%2Finbox%3Fpage%3D3'),
  );
  expect(asked).toBe(3);
});
