import { zhCN as m, type OrderType } from '@scenedock/ui-kit';
import { APPLICANT } from '@scenedock/ui-kit/testing';
import { fireEvent, screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { newApplication, toDraft } from '../application/payload';
import type { FieldFaults } from '../application/rules';
import { everyScreen, renderPortal, SITE, useServer } from '../test/portal';
import { BasicFields } from './BasicFields';

useServer([
  ...everyScreen(),
  http.get(`${SITE}/api/units`, () => HttpResponse.json({ items: [], total: 0 })),
]);

let filled = newApplication(2, APPLICANT, ['a']);

function Fields({ type, faults }: { type: OrderType; faults: FieldFaults }) {
  const [application, setApplication] = useState(newApplication(type, APPLICANT, ['a']));
  filled = application;
  return (
    <BasicFields
      application={application}
      faults={faults}
      bytes={1}
      unsized={0}
      onChange={(part) => setApplication((old) => ({ ...old, form: { ...old.form, ...part } }))}
    />
  );
}

const open = (type: OrderType, faults: FieldFaults = {}) =>
  renderPortal(<Fields type={type} faults={faults} />);

const draft = () => toDraft(filled, [], 'save').form;

it('asks by when reprocessed data are needed, and lets it be left open', async () => {
  open(2);
  const day = await screen.findByRole('group', { name: m.order.wantedEnd });
  expect(draft().wantedEnd).toBeNull();
  const typed = day.querySelector('input');
  if (typed === null) throw new Error('no input');
  fireEvent.change(typed, { target: { value: '2099-03-05' } });
  expect(draft().wantedEnd).toBe('2099-03-05');
  fireEvent.click(screen.getByRole('button', { name: '清除' }));
  expect(draft().wantedEnd).toBeNull();
});

it('offers no day that is over', async () => {
  open(2);
  await screen.findByRole('group', { name: m.order.wantedEnd });
  fireEvent.click(screen.getByRole('button', { name: /选择日期/ }));
  const calendar = within(await screen.findByRole('dialog'));
  expect(calendar.getByRole<HTMLButtonElement>('button', { name: '上个月' }).disabled).toBe(true);
});

it('says beside the day what the server objects to', async () => {
  open(2, { wantedEnd: '期望完成时间不能早于今天！' });
  await screen.findByText('期望完成时间不能早于今天！');
});

it.each([0, 1] as const)('asks orders of kind %i for no such day', async (type) => {
  open(type);
  await screen.findByRole('textbox', { name: new RegExp(m.order.productName) });
  expect(screen.queryByRole('group', { name: m.order.wantedEnd })).toBeNull();
});
