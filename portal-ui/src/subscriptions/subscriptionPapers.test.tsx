import type { Subscription } from '@scenedock/ui-kit';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { everyScreen, refusal, renderPortal, SITE, useServer } from '../test/portal';
import { EditDialog } from './EditDialog';
import { SubscribeDialog } from './SubscribeDialog';
import { HeldPapers } from './SubscriptionPapers';
import { attach, attachPapers, takesPapers } from './testPapers';
import { SUBSCRIPTION } from './testSubscription';

let sent: unknown[] = [];
let filled: { url: string; facts: unknown }[] = [];
const server = useServer([
  ...everyScreen(),
  takesPapers,
  http.post(`${SITE}/api/subscriptions/preview`, () =>
    HttpResponse.json({ scenes: 1, bytes: 1, days: 30 }),
  ),
  http.post(`${SITE}/api/subscriptions`, async ({ request }) => {
    sent.push(await request.json());
    return HttpResponse.json(SUBSCRIPTION, { status: 201 });
  }),
  http.post(`${SITE}/api/subscriptions/forms/:type`, async ({ request }) => {
    filled.push({ url: request.url.slice(SITE.length), facts: await request.json() });
    return new HttpResponse('%PDF-');
  }),
  http.put(`${SITE}/api/subscriptions/s1`, async ({ request }) => {
    sent.push(await request.json());
    return HttpResponse.json(SUBSCRIPTION);
  }),
  http.get(`${SITE}/api/push-targets`, () =>
    HttpResponse.json({ items: [{ id: 't1', name: '省中心' }], total: 1 }),
  ),
]);

beforeEach(() => {
  sent = [];
  filled = [];
  URL.createObjectURL = () => 'blob:paper';
  URL.revokeObjectURL = () => undefined;
});

const blankOf = (name: string, format: string) => `${name}：下载已填写的 ${format}，打印签字后上传`;
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

const missed = () => document.querySelectorAll('[data-missed="true"]').length;

describe('the papers of a new subscription', () => {
  it('are sent with it, and it is not sent without them', async () => {
    const close = vi.fn();
    renderPortal(<SubscribeDialog search={{}} query="" summary="全部" onClose={close} />);
    fireEvent.change(await screen.findByLabelText('用途'), { target: { value: '防汛' } });
    fireEvent.mouseDown(screen.getByRole('combobox', { name: '推送目标' }));
    fireEvent.click(await screen.findByRole('option', { name: '省中心' }));
    fireEvent.click(screen.getByRole('button', { name: '提交审批' }));
    expect(missed()).toBe(4);
    await attachPapers();
    expect(missed()).toBe(0);
    expect(sent).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: '提交审批' }));
    await waitFor(() => expect(close).toHaveBeenCalled());
    const attachments = [6, 7, 2, 1].map((type) => ({ type, attachmentId: `new-${type}` }));
    expect(sent).toMatchObject([{ attachments }]);
  });
});

describe('blank papers', () => {
  it('are filled in with a new subscription as it stands, before anything is sent', async () => {
    const search = { satellites: ['GF1'], from: '2026-01-01' };
    renderPortal(<SubscribeDialog search={search} query="" summary="GF1" onClose={vi.fn()} />);
    await screen.findByRole('button', { name: '提交审批' });
    press(blankOf('介绍信', 'PDF'));
    await waitFor(() => expect(filled).toHaveLength(1));
    expect(filled[0]?.url).toBe('/api/subscriptions/forms/2?format=pdf');
    const empty = { name: 'GF1', purpose: '', targetId: null, subscriptionId: null };
    expect(filled[0]?.facts).toMatchObject({ ...empty, search: { satellites: ['GF1'] } });
    fireEvent.change(screen.getByLabelText('用途'), { target: { value: ' 防汛 ' } });
    const docx = blankOf('分发登记表（签字）', 'DOCX');
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: docx }).disabled).toBe(false),
    );
    press(docx);
    await waitFor(() => expect(filled).toHaveLength(2));
    expect(filled[1]?.url).toBe('/api/subscriptions/forms/7?format=docx');
    expect(filled[1]?.facts).toMatchObject({ purpose: '防汛', frequency: null, delaytime: 0 });
    expect(sent).toEqual([]);
    expect(screen.queryByRole('button', { name: blankOf('其他附件', 'PDF') })).toBeNull();
  });

  it('of one that is changed name it, and leave its search to the server', async () => {
    renderPortal(<EditDialog one={SUBSCRIPTION} onClose={vi.fn()} />);
    await screen.findByRole('link', { name: '介绍信.pdf' });
    press(blankOf('身份证', 'PDF'));
    await waitFor(() => expect(filled).toHaveLength(1));
    expect(filled[0]?.facts).toMatchObject({
      subscriptionId: 's1',
      targetId: 't1',
      purpose: '防汛',
    });
    expect(filled[0]?.facts).not.toHaveProperty('search');
  });

  it('that cannot be made say why', async () => {
    server.use(
      http.post(`${SITE}/api/subscriptions/forms/:type`, () => refusal(400, '没有这个推送目标')),
    );
    renderPortal(<EditDialog one={SUBSCRIPTION} onClose={vi.fn()} />);
    await screen.findByRole('link', { name: '介绍信.pdf' });
    press(blankOf('身份证', 'PDF'));
    await screen.findByText('没有这个推送目标');
  });

  it('of one that stands are fetched while its papers can be changed', async () => {
    renderPortal(<HeldPapers one={SUBSCRIPTION} />);
    const link = await screen.findByRole('link', { name: blankOf('身份证', 'DOCX') });
    expect(link.getAttribute('href')).toBe('/api/subscriptions/s1/forms/1?format=docx');
  });

  it('are not offered of one that has ended', async () => {
    renderPortal(<HeldPapers one={{ ...SUBSCRIPTION, state: 'ended' }} />);
    await screen.findByRole('button', { name: '预览 身份证.pdf' });
    expect(screen.queryByRole('link', { name: blankOf('身份证', 'DOCX') })).toBeNull();
  });
});

describe('the papers of a subscription that is changed', () => {
  const edit = (one: Subscription) => {
    const close = vi.fn();
    renderPortal(<EditDialog one={one} onClose={close} />);
    return close;
  };
  const confirm = () => fireEvent.click(screen.getByRole('button', { name: '确定' }));

  it('are sent only where one of them is another', async () => {
    const close = edit(SUBSCRIPTION);
    await screen.findByRole('link', { name: '介绍信.pdf' });
    confirm();
    await waitFor(() => expect(close).toHaveBeenCalled());
    expect(sent[0]).not.toHaveProperty('attachments');
    await attach('介绍信', '2.pdf');
    confirm();
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]).toMatchObject({
      attachments: [
        { type: 6, attachmentId: 'paper-6' },
        { type: 7, attachmentId: 'paper-7' },
        { type: 2, attachmentId: 'new-2' },
        { type: 1, attachmentId: 'paper-1' },
      ],
    });
  });

  it('are asked for where the server needs them', async () => {
    server.use(http.put(`${SITE}/api/subscriptions/s1`, () => refusal(422, '请上传必传项！')));
    edit({ ...SUBSCRIPTION, attachments: [] });
    confirm();
    await screen.findByText('请上传必传项！');
    expect(missed()).toBe(4);
  });
});

describe('the papers of a subscription that stands', () => {
  it('open as previews', async () => {
    renderPortal(<HeldPapers one={SUBSCRIPTION} />);
    fireEvent.click(await screen.findByRole('button', { name: '预览 身份证.pdf' }));
    const dialog = await screen.findByRole('dialog', { name: '附件预览—身份证.pdf' });
    const frame = within(dialog).getByTitle('身份证.pdf');
    expect(frame.getAttribute('src')).toBe('/api/attachments/paper-1');
  });

  it('are said to be none where there are none', async () => {
    renderPortal(<HeldPapers one={{ ...SUBSCRIPTION, attachments: [] }} />);
    await screen.findByText('没有附件');
  });
});
