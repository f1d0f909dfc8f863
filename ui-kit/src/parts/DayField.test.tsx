import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { LocaleProvider } from '../messages/LocaleProvider';
import { DayField } from './DayField';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

it('speaks Chinese: its button, its header and its week', async () => {
  render(
    <LocaleProvider>
      <DayField label="开始" value="2026-03-05" onChange={() => undefined} />
    </LocaleProvider>,
  );
  fireEvent.click(await screen.findByRole('button', { name: /选择日期.*2026/ }));
  expect(await screen.findByText('2026年3月')).toBeTruthy();
  expect(screen.getByRole('columnheader', { name: '星期一' })).toBeTruthy();
  expect(screen.getByRole('button', { name: '上个月' })).toBeTruthy();
});
