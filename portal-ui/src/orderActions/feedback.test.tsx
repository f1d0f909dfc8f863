import { zhCN as m, type Order } from '@scenedock/ui-kit';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  answer,
  buttons,
  calls,
  ORDER,
  ORIGIN,
  open,
  press,
  server,
  show,
  URL_OF,
  useStage,
} from '../orderDetail/testStage';
import { FeedbackDialog } from './FeedbackDialog';

vi.mock('../map/LazyMap', () => ({ LazyMap: () => <div>map</div> }));

useStage();

const COMPLETED: Partial<Order> = { sstatus: 7, actions: ['give_feedback'] };

beforeEach(() => {
  server.use(
    http.post(`${ORIGIN}/api/attachments`, () =>
      HttpResponse.json({ attachmentId: 'doc', fileName: '反馈.docx' }),
    ),
  );
});

function rate(aspect: string, word: string) {
  const group = screen.getByRole('radiogroup', { name: new RegExp(aspect) });
  fireEvent.click(within(group).getByRole('radio', { name: word }));
}

function words(aspect: string) {
  const group = screen.getByRole('radiogroup', { name: new RegExp(aspect) });
  return within(group)
    .getAllByRole('radio')
    .map((radio) => radio.closest('label')?.textContent);
}

function addDocument(name: string) {
  const group = screen.getByRole('group', { name: m.detail.feedbackDocument });
  const input = group.querySelector('input');
  if (input === null) throw new Error('no file input');
  fireEvent.change(input, { target: { files: [new File(['x'], name)] } });
}

describe('feedback on the detail screen', () => {
  it('needs one score of five words', async () => {
    open(COMPLETED);
    await buttons();
    press('评价');
    await screen.findByRole('dialog');
    expect(words('评分')).toEqual(['非常满意', '满意', '一般', '不满意', '非常不满意']);
    await answer('提交');
    expect(await screen.findByText('评分不能为空，请填写评分后再提交！')).toBeTruthy();
    expect(calls).toEqual([]);
    rate('评分', '非常不满意');
    fireEvent.change(screen.getByRole('textbox', { name: '评价内容' }), {
      target: { value: ' 很慢 ' },
    });
    await answer('提交');
    expect(await screen.findByText('反馈成功！')).toBeTruthy();
    const body = { score: 4, content: '很慢', feedBackUpload: null };
    expect(calls).toEqual([{ path: 'feedback', body }]);
  });

  it('takes one document, and offers the template', async () => {
    open(COMPLETED);
    await buttons();
    press('评价');
    const template = await screen.findByRole('link', { name: '评价模板下载' });
    expect(template.getAttribute('href')).toBe('/api/feedback/template');
    addDocument('a.exe');
    expect(await screen.findByText(m.detail.feedbackFileType)).toBeTruthy();
    addDocument('反馈.docx');
    await screen.findByText('反馈.docx');
    rate('评分', '满意');
    await answer('提交');
    await screen.findByText('反馈成功！');
    expect(calls[0]?.body).toMatchObject({ score: 1, feedBackUpload: 'doc' });
  });

  it('says that its document was removed, after the question', async () => {
    open(COMPLETED);
    await buttons();
    press('评价');
    await screen.findByRole('dialog');
    addDocument('反馈.docx');
    fireEvent.click(await screen.findByRole('button', { name: '移除 反馈.docx' }));
    await screen.findByText('确定移除 反馈.docx？');
    await answer('确定');
    await screen.findByText('移除成功');
    expect(screen.queryByText('反馈.docx')).toBeNull();
  });

  it('waits for the document that is on its way, and is not given up while it is sent', async () => {
    let release: (response: Response) => void = () => {};
    const answered = new Promise<Response>((resolve) => {
      release = resolve;
    });
    let send: (response: Response) => void = () => {};
    const sent = new Promise<Response>((resolve) => {
      send = resolve;
    });
    server.use(
      http.post(`${ORIGIN}/api/attachments`, () => answered),
      http.post(`${URL_OF}/feedback`, () => sent),
    );
    open(COMPLETED);
    await buttons();
    press('评价');
    const dialog = await screen.findByRole('dialog');
    rate('评分', '满意');
    addDocument('反馈.docx');
    await screen.findByText('附件正在上传，请稍候');
    const submit = () => within(dialog).getByRole<HTMLButtonElement>('button', { name: '提交' });
    expect(submit().disabled).toBe(true);
    release(HttpResponse.json({ attachmentId: 'doc', fileName: '反馈.docx' }));
    await waitFor(() => expect(submit().disabled).toBe(false));
    fireEvent.click(submit());
    const cancel = within(dialog).getByRole<HTMLButtonElement>('button', { name: '取消' });
    await waitFor(() => expect(cancel.disabled).toBe(true));
    fireEvent.keyDown(dialog, { key: 'Escape' });
    send(HttpResponse.json({ detail: '订单状态已改变' }, { status: 409 }));
    await screen.findByText('订单状态已改变');
    within(dialog).getByText('反馈.docx');
  });

  it('shows what the server says, else that fields are empty', async () => {
    server.use(
      http.post(`${URL_OF}/feedback`, () =>
        HttpResponse.json({ detail: '订单状态已改变' }, { status: 409 }),
      ),
    );
    open(COMPLETED);
    await buttons();
    press('评价');
    await screen.findByRole('dialog');
    rate('评分', '一般');
    await answer('提交');
    expect(await screen.findByText('订单状态已改变')).toBeTruthy();
    server.use(
      http.post(`${URL_OF}/feedback`, () => HttpResponse.json({ detail: '' }, { status: 422 })),
    );
    await answer('提交');
    expect(await screen.findByText('字段不能为空，请重试！')).toBeTruthy();
  });

  it('can be read afterwards, with its document', async () => {
    open({
      sstatus: 8,
      appraise: 0,
      feedBack: '很好',
      feedBackUpload: '/api/attachments/doc',
      feedBackUploadName: '反馈.docx',
    });
    await buttons();
    press('查看评价');
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('非常满意')).toBeTruthy();
    expect(dialog.getByText('很好')).toBeTruthy();
    const link = dialog.getByRole('link', { name: '反馈.docx' });
    expect(link.getAttribute('href')).toBe('/api/attachments/doc');
    expect(link.getAttribute('download')).toBe('反馈.docx');
    expect(dialog.queryByRole('button', { name: '提交' })).toBeNull();
  });
});

describe('feedback from a list', () => {
  it('needs all three ratings of four words', async () => {
    const order: Order = { ...ORDER, ...COMPLETED };
    const onClose = vi.fn();
    show(<FeedbackDialog order={order} onClose={onClose} />);
    await screen.findByRole('dialog');
    expect(words('总体评价')).toEqual(['非常满意', '满意', '一般', '不满意']);
    rate('总体评价', '满意');
    rate('响应速度', '一般');
    await answer('提交');
    // Said once; what was not given is marked.
    const shown = await screen.findAllByText('请选择订单评价');
    expect(shown).toHaveLength(1);
    const missed = screen.getByRole('radiogroup', { name: /服务态度/ });
    expect(missed.getAttribute('aria-invalid')).toBe('true');
    expect(calls).toEqual([]);
    rate('服务态度', '不满意');
    await answer('提交');
    await screen.findByText('反馈成功！');
    expect(calls[0]?.body).toEqual({
      appraise: 1,
      responseSpeed: 2,
      serviceAttitude: 3,
      feedBack: '',
      feedBackUpload: null,
    });
    expect(onClose).toHaveBeenCalledOnce();
  });
});
