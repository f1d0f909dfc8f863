import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { OrderEvent } from '../api/types';
import { LocaleProvider } from '../messages/LocaleProvider';
import { buildOrderEvent } from '../testing/builders';
import { OrderTimeline } from './OrderTimeline';

afterEach(cleanup);

function show(events: OrderEvent[]) {
  render(
    <LocaleProvider>
      <OrderTimeline events={events} />
    </LocaleProvider>,
  );
  return screen.getAllByRole('listitem').map((item) => item.textContent ?? '');
}

it('begins with the newest; of one moment the later of the list comes first', () => {
  const moment = '2026-11-20T02:00:00.000001Z';
  const items = show([
    buildOrderEvent('2026-11-19T02:00:00Z', 'submit', { role: 'owner', actor: '张三', to: 0 }),
    buildOrderEvent(moment, 'approve'),
    buildOrderEvent(moment, 'finish_extraction', { role: 'system', actor: '', from: 1, to: 3 }),
  ]);
  expect(items.map((text) => text.slice(0, 2))).toEqual(['数据', '通过', '提交']);
  expect(items[0]).toContain('系统');
  expect(items[2]).toContain('张三（申请人）');
});

it('names the state reached, a cancellation apart from a rejection, and the words said', () => {
  const [cancelled, expiry] = show([
    buildOrderEvent('2026-11-18T02:00:00Z', 'note_expiry', {
      role: 'system',
      actor: '',
      from: 6,
      to: 6,
      reasonCode: 'expires_in_3_days',
      text: '2026-11-21 02:00',
    }),
    buildOrderEvent('2026-11-20T02:00:00Z', 'cancel_preparation', {
      role: 'owner',
      from: 1,
      to: 2,
      text: '不再需要',
    }),
  ]);
  expect(cancelled).toContain('已取消');
  expect(cancelled).not.toContain('驳回');
  expect(cancelled).toContain('不再需要');
  expect(expiry).toContain('3天内到期 · 2026-11-21 02:00');
});
