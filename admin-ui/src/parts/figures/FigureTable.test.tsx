import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Stage } from '../../test/Stage';
import { FigureTable } from './FigureTable';

const rows = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ key: `${n}`, name: `第 ${n} 日`, figures: ['1'] }));

function show(count: number) {
  render(
    <Stage at="/">
      <FigureTable label="每日" names="日期" columns={['景数']} rows={rows(count)} />
    </Stage>,
  );
}

it('shows the days of a month, and those of a year when they are asked for', () => {
  show(330);
  expect(screen.getAllByRole('row')).toHaveLength(32);
  fireEvent.click(screen.getByRole('button', { name: '显示其余 299 行' }));
  expect(screen.getAllByRole('row')).toHaveLength(331);
  expect(screen.queryByRole('button', { name: /显示其余/ })).toBeNull();
});

it('shows a few more at once', () => {
  show(40);
  expect(screen.getAllByRole('row')).toHaveLength(41);
});
