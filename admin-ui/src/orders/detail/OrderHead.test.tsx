import type { Order } from '@scenedock/ui-kit';
import { buildAttachment, buildOrder } from '@scenedock/ui-kit/testing';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { Stage } from '../../test/Stage';
import { server, useServer } from '../../test/server';
import { usePaperDraft } from '../papers';
import { OrderHead } from './OrderHead';
import { PapersPanel } from './PapersPanel';

useServer();

const STORED = [1, 2, 4, 6, 7].map((type) => buildAttachment(type as 1 | 2 | 4 | 6 | 7));

function Page({ shown }: { shown: Order }) {
  const papers = usePaperDraft(STORED);
  return (
    <>
      <OrderHead order={shown} papers={papers} onLeave={() => undefined} />
      <button type="button" onClick={() => papers.remove(4)}>
        动附件
      </button>
      <PapersPanel orderId="7" papers={papers} editable method={0} completing />
    </>
  );
}

function show() {
  render(
    <Stage at="/orderManage_details/7">
      <Page
        shown={buildOrder({
          sstatus: 6,
          expiresAt: '2000-01-01T00:00:00Z',
          actions: ['save_draft', 'complete'],
        })}
      />
    </Stage>,
  );
}

const address = () => screen.getByTestId('address').textContent;
const back = () => fireEvent.click(screen.getByRole('link', { name: '返回列表' }));

describe('leaving an order', () => {
  it('asks nothing while everything is saved', async () => {
    show();
    back();
    await waitFor(() => expect(address()).toBe('/orderManage_dataReadyFinish'));
  });

  it('with uploads that are not saved asks in the words of the specification', async () => {
    show();
    fireEvent.click(screen.getByRole('button', { name: '动附件' }));
    back();
    await screen.findByText('此操作将无法保存已上传的附件, 是否继续?');
    expect(address()).toBe('/orderManage_details/7');
    fireEvent.click(screen.getByRole('button', { name: '取消' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    back();
    fireEvent.click(await screen.findByRole('button', { name: '确定' }));
    await waitFor(() => expect(address()).toBe('/orderManage_dataReadyFinish'));
  });

  it('waits for a paper that is on its way, and so do saving and completing', async () => {
    let answer: (response: Response) => void = () => {};
    const answered = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    server.use(
      http.get('/api/config', () => HttpResponse.json({ uploadMaxBytes: 20 })),
      http.post('/api/attachments', () => answered),
    );
    show();
    const file = new File(['x'], '新证件.png', { type: 'image/png' });
    const input = screen.getByLabelText('身份证', { selector: 'input' });
    await waitFor(() => {
      fireEvent.change(input, { target: { files: [file] } });
      screen.getByText('上传中…');
    });
    for (const name of ['保存草稿', '完成']) {
      const way = screen.getByRole('button', { name });
      expect(way.getAttribute('aria-disabled')).toBe('true');
      expect(document.getElementById(way.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
        '附件正在上传，请稍候',
      );
    }
    back();
    await screen.findByText('此操作将无法保存已上传的附件, 是否继续?');
    fireEvent.click(screen.getByRole('button', { name: '取消' }));
    answer(HttpResponse.json({ attachmentId: 'new', fileName: '新证件.png' }));
    await screen.findByText('新证件.png');
    await waitFor(() =>
      expect(screen.getByRole('button', { name: '完成' }).getAttribute('aria-disabled')).toBeNull(),
    );
  });

  it('shows that its delivery is over', () => {
    show();
    screen.getByText('已于 2000-01-01 08:00 过期');
  });
});
