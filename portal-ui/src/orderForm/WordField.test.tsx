import { zhCN as m } from '@scenedock/ui-kit';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import type { Application } from '../application/rules';
import { renderPortal, useServer } from '../test/portal';
import { WordField } from './WordField';

const word = (name: string, on = true) => ({ kind: 'usage', name, nameEn: '', on });
const WORDS = [word('测绘'), word('科研', false), word('其他')];

const server = useServer([
  http.get('*/api/dictionary', () => HttpResponse.json({ items: WORDS, total: WORDS.length })),
]);

const application = (applyUserUsed: string) => ({ form: { applyUserUsed } }) as Application;

function show(value: string, required = true) {
  const changes: unknown[] = [];
  renderPortal(
    <WordField
      application={application(value)}
      faults={{}}
      name="applyUserUsed"
      list="usages"
      required={required}
      onChange={(part) => changes.push(part)}
    />,
  );
  return changes;
}

const field = () => screen.getByRole('combobox');
const open = () => fireEvent.mouseDown(field());
const options = () => screen.getAllByRole('option').map((option) => option.textContent);

describe('a word of the dictionary', () => {
  it('is chosen from what is on', async () => {
    const changes = show('');
    open();
    await waitFor(() => expect(options()).toEqual(['测绘', '其他']));
    fireEvent.click(screen.getByRole('option', { name: '其他' }));
    expect(changes).toEqual([{ applyUserUsed: '其他' }]);
  });

  it('that an older order has is shown, and said to be off', async () => {
    show('科研');
    await screen.findByText(m.form.wordIsOff);
    expect(field().textContent).toBe('科研（已停用）');
    open();
    expect(options()).toEqual(['测绘', '其他', '科研（已停用）']);
  });

  it('may be taken back where none is needed', async () => {
    const changes = show('测绘', false);
    open();
    await waitFor(() => expect(options()).toEqual([m.common.clear, '测绘', '其他']));
    fireEvent.click(screen.getByRole('option', { name: m.common.clear }));
    expect(changes).toEqual([{ applyUserUsed: '' }]);
  });

  it('stays as it is while the list cannot be read, which is said', async () => {
    server.use(http.get('*/api/dictionary', () => HttpResponse.json({}, { status: 503 })));
    show('科研');
    await screen.findByText(m.form.wordsFailed);
    expect(field().textContent).toBe('科研');
  });
});
