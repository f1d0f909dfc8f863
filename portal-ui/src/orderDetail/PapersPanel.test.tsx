import { type Attachment, zhCN as m } from '@scenedock/ui-kit';
import { fireEvent, screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, calls, ORIGIN, open, press, server, URL_OF, useStage } from './testStage';

vi.mock('../map/LazyMap', () => ({ LazyMap: () => <div>map</div> }));

useStage();

const paper = (type: Attachment['type'], name: string, mediaType: string): Attachment => ({
  attachmentId: `paper-${type}`,
  type,
  fileName: '',
  fDataName: `20261121WP150405006${name}`,
  fDataPath: `/api/attachments/paper-${type}`,
  size: 2048,
  mediaType,
  creattime: '2026-11-21T07:04:05Z',
});

const LETTER = paper(2, '介绍信.pdf', 'application/pdf');
const CARD = paper(1, '身份证.jpg', 'image/jpeg');

const downloads: string[] = [];

beforeEach(() => {
  downloads.length = 0;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    downloads.push(this.getAttribute('href') ?? '');
  });
});

function papers(...items: Attachment[]) {
  const body = { items, total: items.length };
  server.use(http.get(`${URL_OF}/attachments`, () => HttpResponse.json(body)));
}

describe('the papers of an order', () => {
  it('open as a picture or in a frame, under their display name', async () => {
    papers(LETTER, CARD);
    open({});
    fireEvent.click(await screen.findByRole('button', { name: '预览 身份证.jpg' }));
    const dialog = await screen.findByRole('dialog', { name: '附件预览—身份证.jpg' });
    expect(within(dialog).getByRole('img').getAttribute('src')).toBe('/api/attachments/paper-1');
    await answer('关闭');
    fireEvent.click(screen.getByRole('button', { name: '预览 介绍信.pdf' }));
    const next = await screen.findByRole('dialog', { name: '附件预览—介绍信.pdf' });
    const frame = next.querySelector('iframe');
    expect(frame?.title).toBe('介绍信.pdf');
    expect(frame?.getAttribute('src')).toBe('/api/attachments/paper-2');
  });

  it('come in one file, or not at all', async () => {
    papers(LETTER);
    open({});
    await screen.findByRole('button', { name: '预览 介绍信.pdf' });
    press('打包下载');
    expect(downloads).toEqual(['/api/orders/7/papers.zip']);
  });

  it('without any there is no file', async () => {
    open({});
    const button = await screen.findByRole('button', { name: '打包下载' });
    fireEvent.click(button);
    expect(await screen.findByText('暂无文件！')).toBeTruthy();
    expect(downloads).toEqual([]);
  });

  it('keep their history, with dates and as one file', async () => {
    const items = [{ ...LETTER, replacedAt: '2026-11-22T07:04:05Z' }];
    const url = '/api/orders/7/papers.zip?history=true';
    server.use(
      http.get(`${URL_OF}/attachments/history`, () => HttpResponse.json({ url, items, total: 1 })),
    );
    open({});
    fireEvent.click(await screen.findByRole('button', { name: '历史附件' }));
    const dialog = await screen.findByRole('dialog', { name: '历史附件' });
    expect(await within(dialog).findByText('2026-11-22 15:04')).toBeTruthy();
    expect(within(dialog).getByText('介绍信')).toBeTruthy();
    const all = within(dialog).getByRole('link', { name: '打包下载' });
    expect(all.getAttribute('href')).toBe(url);
    fireEvent.click(within(dialog).getByRole('button', { name: '预览 介绍信.pdf' }));
    expect(await screen.findByRole('dialog', { name: '附件预览—介绍信.pdf' })).toBeTruthy();
  });

  it('say when none was ever replaced', async () => {
    server.use(
      http.get(`${URL_OF}/attachments/history`, () =>
        HttpResponse.json({ url: null, items: [], total: 0 }),
      ),
    );
    open({});
    fireEvent.click(await screen.findByRole('button', { name: '历史附件' }));
    expect(await screen.findByText(m.detail.historyEmpty)).toBeTruthy();
    expect(screen.queryByRole('link', { name: '打包下载' })).toBeNull();
  });
});

describe('uploading papers to a prepared order', () => {
  beforeEach(() => {
    server.use(
      http.post(`${ORIGIN}/api/attachments`, () =>
        HttpResponse.json({ attachmentId: 'new', fileName: 'new.pdf' }),
      ),
    );
  });

  async function upload() {
    papers(LETTER);
    open({ sstatus: 6, actions: ['save_draft'] });
    await screen.findByRole('button', { name: '预览 介绍信.pdf' });
    press('上传附件');
    const slot = await screen.findByRole('group', { name: '身份证' });
    const input = slot.querySelector('input');
    if (input === null) throw new Error('no file input');
    fireEvent.change(input, { target: { files: [new File(['x'], 'a.pdf')] } });
    await within(slot).findByText('new.pdf');
  }

  it('asks before it forgets them', async () => {
    await upload();
    await answer('关闭');
    expect(await screen.findByText('此操作将无法保存已上传的附件, 是否继续?')).toBeTruthy();
    await answer('取消');
    expect(await screen.findByRole('dialog', { name: '上传附件' })).toBeTruthy();
    expect(calls).toEqual([]);
  });

  it('saves them as a draft', async () => {
    await upload();
    await answer('保存草稿');
    expect(await screen.findByText('保存成功')).toBeTruthy();
    const attachments = [
      { type: 2, attachmentId: 'paper-2' },
      { type: 1, attachmentId: 'new' },
    ];
    expect(calls).toEqual([{ path: 'put', body: { attachments } }]);
  });

  it('waits for one that is on its way', async () => {
    let send: (response: Response) => void = () => {};
    const answered = new Promise<Response>((resolve) => {
      send = resolve;
    });
    server.use(http.post(`${ORIGIN}/api/attachments`, () => answered));
    papers(LETTER);
    open({ sstatus: 6, actions: ['save_draft'] });
    await screen.findByRole('button', { name: '预览 介绍信.pdf' });
    press('上传附件');
    const slot = await screen.findByRole('group', { name: '身份证' });
    const input = slot.querySelector('input') as HTMLInputElement;
    fireEvent.change(input, { target: { files: [new File(['x'], 'a.pdf')] } });
    await within(slot).findByText('上传中…');
    const save = () => screen.getByRole<HTMLButtonElement>('button', { name: '保存草稿' });
    expect(save().disabled).toBe(true);
    screen.getByText('附件正在上传，请稍候');
    await answer('关闭');
    await screen.findByText('此操作将无法保存已上传的附件, 是否继续?');
    await answer('取消');
    send(HttpResponse.json({ attachmentId: 'new', fileName: 'new.pdf' }));
    await within(slot).findByText('new.pdf');
    expect(save().disabled).toBe(false);
  });

  it('asks before it removes one', async () => {
    await upload();
    fireEvent.click(screen.getByRole('button', { name: '移除 new.pdf' }));
    expect(await screen.findByText('确定移除 new.pdf？')).toBeTruthy();
  });
});
