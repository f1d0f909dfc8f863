import { recording } from '@scenedock/ui-kit/testing';
import { fireEvent, render, screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { Stage } from '../test/Stage';
import { problem, server, useServer } from '../test/server';
import { namesOf } from './NamesPanel';
import { ProcessingLevelsPanel } from './ProcessingLevelsPanel';
import { RejectPhrasesPanel } from './RejectPhrasesPanel';

useServer();

const list = (names: string[]) => ({
  items: names.map((name, at) => ({ id: at + 1, name })),
  total: names.length,
});

async function show() {
  server.use(http.get('/api/processes', () => HttpResponse.json(list(['地质体解译', '测图']))));
  render(
    <Stage>
      <ProcessingLevelsPanel />
    </Stage>,
  );
  return screen.findByRole<HTMLTextAreaElement>('textbox', { name: '处理级别' });
}

describe('processing levels', () => {
  it('are edited one a line and saved as a whole', async () => {
    const sent: unknown[] = [];
    server.use(recording(http.put, '/api/processes', sent, list(['测图', '三维建模'])));
    const field = await show();
    expect(field.value).toBe('地质体解译\n测图');
    fireEvent.change(field, { target: { value: '测图\n 三维建模 \n\n测图' } });
    fireEvent.click(screen.getByRole('button', { name: '保存' }));
    await screen.findByText('保存成功');
    expect(sent).toEqual([{ names: ['测图', '三维建模'] }]);
  });

  it('say why they were not saved', async () => {
    server.use(http.put('/api/processes', () => problem(400, 'invalid', '处理级别名称重复！')));
    fireEvent.change(await show(), { target: { value: '甲' } });
    fireEvent.click(screen.getByRole('button', { name: '保存' }));
    await screen.findByText(/处理级别名称重复！/);
  });

  it('are not saved when nothing changed or nothing is left', async () => {
    const field = await show();
    const save = screen.getByRole<HTMLButtonElement>('button', { name: '保存' });
    expect(save.disabled).toBe(true);
    fireEvent.change(field, { target: { value: ' \n' } });
    expect(save.disabled).toBe(true);
  });

  it('are read from lines', () => {
    expect(namesOf('a\r\n b\n\na')).toEqual(['a', 'b']);
  });
});

describe('phrases of rejections', () => {
  it('are edited one a line and saved as a whole', async () => {
    const sent: unknown[] = [];
    server.use(
      http.get('/api/audit-desk/phrases', () => HttpResponse.json({ phrases: ['甲'] })),
      recording(http.put, '/api/audit-desk/phrases', sent, { phrases: ['甲', '乙'] }),
    );
    render(
      <Stage>
        <RejectPhrasesPanel />
      </Stage>,
    );
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox');
    fireEvent.change(field, { target: { value: `${field.value}\n乙` } });
    fireEvent.click(screen.getByRole('button', { name: '保存' }));
    await screen.findByText('保存成功');
    expect(sent).toEqual([{ phrases: ['甲', '乙'] }]);
  });
});
