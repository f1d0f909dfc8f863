import type { Order } from '@scenedock/ui-kit';
import { buildAttachment, buildOrder } from '@scenedock/ui-kit/testing';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Stage } from '../../test/Stage';
import { useServer } from '../../test/server';
import { usePaperDraft } from '../papers';
import { OrderHead } from './OrderHead';

useServer();

const STORED = [buildAttachment(4)];

function Page({ shown }: { shown: Order }) {
  const papers = usePaperDraft(STORED);
  return (
    <>
      <OrderHead order={shown} papers={papers} onLeave={() => undefined} />
      <button type="button" onClick={() => papers.remove(4)}>
        动附件
      </button>
    </>
  );
}

function show() {
  render(
    <Stage at="/orderManage_details/7">
      <Page shown={buildOrder({ sstatus: 6, expiresAt: '2000-01-01T00:00:00Z' })} />
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

  it('shows that its delivery is over', () => {
    show();
    screen.getByText('已于 2000-01-01 08:00 过期');
  });
});
