import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { useFocusBack } from './useFocusBack';

afterEach(cleanup);

function Work({ busy }: { busy: boolean }) {
  return (
    <>
      <button type="button" ref={useFocusBack(busy)} disabled={busy}>
        work
      </button>
      <input aria-label="elsewhere" />
    </>
  );
}

function work() {
  const { rerender } = render(<Work busy={false} />);
  const button = screen.getByRole('button');
  button.focus();
  rerender(<Work busy />);
  // What a browser does with the focus of a button that is disabled.
  button.blur();
  return { button, end: () => rerender(<Work busy={false} />) };
}

it('gives the keyboard back to a button whose work is done', () => {
  const { button, end } = work();
  end();
  expect(document.activeElement).toBe(button);
});

it('takes it from nobody', () => {
  const { end } = work();
  const field = screen.getByLabelText('elsewhere');
  field.focus();
  end();
  expect(document.activeElement).toBe(field);
});
