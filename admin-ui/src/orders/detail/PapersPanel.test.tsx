import { type AttachmentType, paperRefs, zhCN } from '@scenedock/ui-kit';
import { buildAttachment } from '@scenedock/ui-kit/testing';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { Stage } from '../../test/Stage';
import { problem, server, useServer } from '../../test/server';
import { usePaperDraft } from '../papers';
import { PapersPanel } from './PapersPanel';

useServer();

const STORED = [buildAttachment(6)];

function Papers({ editable }: { editable: boolean }) {
  const papers = usePaperDraft(STORED);
  return (
    <>
      <PapersPanel orderId="7" papers={papers} editable={editable} method={0} completing />
      <output data-testid="refs">{JSON.stringify(paperRefs(papers.slots))}</output>
    </>
  );
}

function show(editable: boolean) {
  render(
    <Stage>
      <Papers editable={editable} />
    </Stage>,
  );
}

function choose(type: AttachmentType, file: File) {
  const input = screen.getByLabelText(zhCN.attachmentType[type], { selector: 'input' });
  fireEvent.change(input, { target: { files: [file] } });
}

beforeEach(() =>
  server.use(http.get('/api/config', () => HttpResponse.json({ uploadMaxBytes: 20 }))),
);

describe('papers', () => {
  it('warn about state secrets and offer no upload while read-only', () => {
    show(false);
    expect(screen.getByText(/国家秘密/).closest('[role=note]')).not.toBeNull();
    expect(screen.queryByRole('button', { name: /上传/ })).toBeNull();
    screen.getByRole('button', { name: '预览 任务来源说明' });
  });

  it('go up one by one and wait to be saved', async () => {
    server.use(
      http.post('/api/attachments', () =>
        HttpResponse.json({ attachmentId: 'new', fileName: '证件.png' }),
      ),
    );
    show(true);
    choose(1, new File(['x'], '证件.png', { type: 'image/png' }));
    await screen.findByText('证件.png');
    await screen.findByText('上传成功！');
    screen.getByText('附件尚未保存，请点击“保存草稿”或“完成”。');
    expect(screen.getByTestId('refs').textContent).toBe(
      '[{"type":6,"attachmentId":"a6"},{"type":1,"attachmentId":"new"}]',
    );
  });

  it('that did not arrive are called by the names of their files, and it is said why', async () => {
    server.use(http.post('/api/attachments', () => problem(400, 'unreadable', '文件已损坏')));
    show(true);
    choose(1, new File(['x'], '证件.png', { type: 'image/png' }));
    await screen.findByText('证件.png上传失败！ 文件已损坏');
  });

  it('of another kind are not sent', async () => {
    show(true);
    choose(1, new File(['x'], 'a.exe', { type: 'application/octet-stream' }));
    await screen.findByText('上传文件只能是 JPG 或者pdf 格式!');
  });

  it('of a name that another slot has are not sent', async () => {
    show(true);
    choose(1, new File(['x'], '附件6.pdf', { type: 'application/pdf' }));
    await screen.findByText('文件重名');
  });

  it('are removed only after the question', async () => {
    show(true);
    fireEvent.click(screen.getByRole('button', { name: '移除 任务来源说明' }));
    screen.getByText('确定移除 附件6.pdf？');
    fireEvent.click(screen.getByRole('button', { name: '确定' }));
    await waitFor(() => expect(screen.getByTestId('refs').textContent).toBe('[]'));
    await screen.findByText('移除成功');
  });
});

describe('all papers', () => {
  it('come in one file', () => {
    show(false);
    const all = screen.getByRole('link', { name: '打包下载' });
    expect(all.getAttribute('href')).toBe('/api/orders/7/papers.zip');
  });

  it('that were replaced are listed, with a file of them all', async () => {
    const url = '/api/orders/7/papers.zip?history=true';
    const old = { ...buildAttachment(2), replacedAt: '2026-11-21T04:00:00Z' };
    server.use(
      http.get('/api/orders/7/attachments/history', () =>
        HttpResponse.json({ url, items: [old], total: 1 }),
      ),
    );
    show(false);
    fireEvent.click(screen.getByRole('button', { name: '历史附件' }));
    const dialog = within(await screen.findByRole('dialog', { name: '历史附件' }));
    await dialog.findByRole('link', { name: '附件2.pdf' });
    dialog.getByText('2026-11-21 12:00');
    expect(dialog.getByRole('link', { name: '打包下载' }).getAttribute('href')).toBe(url);
  });

  it('that were never replaced: says so', async () => {
    server.use(
      http.get('/api/orders/7/attachments/history', () =>
        HttpResponse.json({ url: null, items: [], total: 0 }),
      ),
    );
    show(false);
    fireEvent.click(screen.getByRole('button', { name: '历史附件' }));
    await screen.findByText('没有被替换或移除的附件');
  });
});
