import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { CauseDialog } from './CauseDialog';

afterEach(cleanup);

const show = (cancelledBy: string | null, cause: string | null) =>
  render(
    <CauseDialog
      order={{ ordername: '20261123WP1', cause, cancelledBy }}
      onClose={() => undefined}
    />,
  );

describe('the cause', () => {
  it('is a rejection or a cancellation, never one for the other', () => {
    show(null, '材料不全');
    expect(screen.getByRole('dialog', { name: '驳回原因 · 20261123WP1' })).toBeTruthy();
    expect(screen.getByText('材料不全')).toBeTruthy();
    cleanup();
    show('王建国', '不再需要');
    expect(screen.getByRole('dialog', { name: '取消原因 · 20261123WP1' })).toBeTruthy();
  });
});
