import Dialog from '@mui/material/Dialog';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { AdminContext, useNotify } from 'react-admin';
import { afterEach, expect, it } from 'vitest';
import { Messages } from './Messages';

afterEach(cleanup);

function Page() {
  const notify = useNotify();
  return (
    <Dialog open>
      <button type="button" onClick={() => notify('保存失败', { type: 'error' })}>
        within
      </button>
    </Dialog>
  );
}

it('are heard over an open dialog', async () => {
  render(
    <AdminContext>
      <Page />
      <Messages />
    </AdminContext>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'within' }));
  // `findByRole` passes over what is hidden from screen readers.
  expect((await screen.findByRole('alert')).textContent).toContain('保存失败');
});
