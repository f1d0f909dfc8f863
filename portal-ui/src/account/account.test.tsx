import { type ExportStatus, NOBODY } from '@scenedock/ui-kit';
import { buildExport, buildSession } from '@scenedock/ui-kit/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { everyScreen, openAt, refusal, SITE, useServer } from '../test/portal';
import AccountPage from './AccountPage';
import ExportsPage from './ExportsPage';

const days = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString();

const EXPORT = buildExport({ creattime: days(0), expiresAt: days(1) });

let exports: ExportStatus[] = [];
let settings = { mailNotices: true, language: 'zh-CN' };

let profile = { ...NOBODY, name: '王工', unit: '地质一队', phoneMobile: '13800000000' };
let sessions = [buildSession({ id: 's1', current: true }), buildSession({ id: 's2' })];
let changed: unknown[] = [];

const server = useServer([
  ...everyScreen(),
  http.get(`${SITE}/api/auth/rules`, () =>
    HttpResponse.json({
      REGEX_USERNAME: '.',
      REGEX_PASSWORD: '^(?=.*[A-Z])(?=.*[a-z])(?=.*[0-9]).{6,20}$',
      REGEX_EMAIL: '@',
      REGEX_MOBILE: '^1[3-9][0-9]{9}$',
    }),
  ),
  http.get(`${SITE}/api/auth/profile`, () => HttpResponse.json(profile)),
  http.put(`${SITE}/api/auth/profile`, async ({ request }) => {
    profile = (await request.json()) as typeof profile;
    return HttpResponse.json(profile);
  }),
  http.put(`${SITE}/api/auth/password`, async ({ request }) => {
    changed.push(await request.json());
    return new HttpResponse(null, { status: 204 });
  }),
  http.get(`${SITE}/api/auth/sessions`, () =>
    HttpResponse.json({ items: sessions, total: sessions.length }),
  ),
  http.delete(`${SITE}/api/auth/sessions/:id`, ({ params }) => {
    sessions = sessions.filter(({ id }) => id !== params.id);
    return new HttpResponse(null, { status: 204 });
  }),
  http.get(`${SITE}/api/auth/second-factor`, () =>
    HttpResponse.json({ since: null, recoveryCodesLeft: 0 }),
  ),
  http.get(`${SITE}/api/inbox/settings`, () => HttpResponse.json(settings)),
  http.put(`${SITE}/api/inbox/settings`, async ({ request }) => {
    settings = (await request.json()) as typeof settings;
    return HttpResponse.json(settings);
  }),
  http.get(`${SITE}/api/exports`, () =>
    HttpResponse.json({ items: exports, total: exports.length }),
  ),
]);

beforeEach(() => {
  settings = { mailNotices: true, language: 'zh-CN' };
  profile = { ...NOBODY, name: '王工', unit: '地质一队', phoneMobile: '13800000000' };
  sessions = [buildSession({ id: 's1', current: true }), buildSession({ id: 's2' })];
  changed = [];
});

describe('the account', () => {
  const open = () => openAt('/account', <AccountPage />);
  const mail = () => screen.findByRole('switch', { name: '邮件通知' });

  it('says who this is', async () => {
    open();
    for (const text of ['applicant', '王工', '申请人', '地质一队', '13800000000']) {
      expect(await screen.findByText(text)).toBeTruthy();
    }
  });

  it('is edited', async () => {
    open();
    fireEvent.click(await screen.findByRole('button', { name: '编辑' }));
    const unit = screen.getByLabelText(/^单位名称/);
    fireEvent.change(unit, { target: { value: '' } });
    fireEvent.click(screen.getByRole('button', { name: '确定' }));
    expect(await screen.findByText('单位名称不能为空！')).toBeTruthy();
    fireEvent.change(unit, { target: { value: '地质云中心' } });
    fireEvent.click(screen.getByRole('button', { name: '确定' }));
    expect(await screen.findByText('地质云中心')).toBeTruthy();
    expect(profile.unit).toBe('地质云中心');
  });

  it('asks for the password where the e-mail address becomes another', async () => {
    open();
    fireEvent.click(await screen.findByRole('button', { name: '编辑' }));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.queryByLabelText(/密码/)).toBeNull();
    fireEvent.change(dialog.getByLabelText(/^邮箱/), {
      target: { value: 'wang@cgs.cn' },
    });
    fireEvent.change(dialog.getByLabelText(/密码/), { target: { value: 'Scenedock1' } });
    fireEvent.click(dialog.getByRole('button', { name: '确定' }));
    expect(await screen.findByText('wang@cgs.cn')).toBeTruthy();
    expect(profile).toMatchObject({ email: 'wang@cgs.cn', password: 'Scenedock1' });
  });

  it('gets another password, and then asks for it', async () => {
    open();
    const type = (label: RegExp, value: string) =>
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    await screen.findByLabelText(/^原密码/);
    type(/^原密码/, 'Scenedock1');
    type(/^新密码/, 'Geology77');
    type(/^确认新密码/, 'Geology78');
    const submit = () => fireEvent.click(screen.getByRole('button', { name: '修改密码' }));
    submit();
    expect(await screen.findByText('两次输入密码不一致!')).toBeTruthy();
    expect(changed).toEqual([]);
    type(/^确认新密码/, 'Geology77');
    submit();
    expect(await screen.findByText('密码已修改，请用新密码登录')).toBeTruthy();
    expect(changed).toEqual([{ oldPassword: 'Scenedock1', password: 'Geology77' }]);
    await waitFor(() =>
      expect(screen.getByTestId('where').textContent).toBe('/search?dialog=signIn&next=%2Faccount'),
    );
    expect(screen.queryByText('登录过期，请重新登录!')).toBeNull();
  });

  it('ends a session that one does not know, and not the own one', async () => {
    open();
    const end = await screen.findAllByRole('button', { name: /^结束 .* 的登录$/ });
    expect(end).toHaveLength(1);
    expect(await screen.findByText('本机')).toBeTruthy();
    fireEvent.click(end[0] as HTMLElement);
    expect(await screen.findByText('登录已结束')).toBeTruthy();
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: /^结束 .* 的登录$/ })).toBeNull(),
    );
    expect(sessions.map(({ id }) => id)).toEqual(['s1']);
  });

  it('switches mail off', async () => {
    open();
    expect((await mail()).getAttribute('checked')).not.toBeNull();
    fireEvent.click(await mail());
    expect(await screen.findByText('保存成功')).toBeTruthy();
    expect(settings.mailNotices).toBe(false);
    expect(screen.queryByRole('combobox', { name: '邮件语言' })).toBeNull();
  });

  it('asks for mails in another language', async () => {
    open();
    fireEvent.mouseDown(await screen.findByRole('combobox', { name: '邮件语言' }));
    fireEvent.click(await screen.findByRole('option', { name: 'English' }));
    expect(await screen.findByText('保存成功')).toBeTruthy();
    expect(settings).toEqual({ mailNotices: true, language: 'en' });
  });

  it('keeps the switch as it was when the server refuses', async () => {
    server.use(http.put(`${SITE}/api/inbox/settings`, () => refusal(503, '数据库暂不可用')));
    open();
    fireEvent.click(await mail());
    expect(await screen.findByText('保存失败：数据库暂不可用')).toBeTruthy();
    await waitFor(async () => expect(((await mail()) as HTMLInputElement).checked).toBe(true));
  });
});

describe('my exports', () => {
  const open = (items: Partial<ExportStatus>[]) => {
    exports = items.map((part, at) => ({ ...EXPORT, uuid: String(at), ...part }));
    openAt('/exports', <ExportsPage />);
  };
  const rows = async () =>
    within(await screen.findByRole('table', { name: '我的导出' }))
      .getAllByRole('row')
      .slice(1);

  it('can be downloaded until they expire', async () => {
    open([
      {},
      { expiresAt: days(-1) },
      { F_STATUS: '0', F_ZIPURL: null, fileName: null, expiresAt: null },
      { F_STATUS: '2', F_ZIPURL: null, message: '存储空间不足', expiresAt: null },
    ]);
    const [done, over, running, failed] = await rows();
    if (!done || !over || !running || !failed) throw new Error('four rows');
    const link = within(done).getByRole('link', { name: '下载 景.xlsx' });
    expect(link.getAttribute('href')).toBe('/api/exports/u1/file');
    expect(within(over).getByText('已过期')).toBeTruthy();
    expect(within(running).getByText('正在导出')).toBeTruthy();
    expect(within(failed).getByText('存储空间不足')).toBeTruthy();
    expect(screen.getAllByRole('link')).toHaveLength(1);
  });

  it('can be deleted, and say why not when the server refuses', async () => {
    const deleted: string[] = [];
    server.use(
      http.delete(`${SITE}/api/exports/:uuid`, ({ params }) => {
        deleted.push(String(params.uuid));
        exports = exports.filter((one) => one.uuid !== params.uuid);
        return new HttpResponse(null, { status: 204 });
      }),
    );
    open([{}, { F_STATUS: '0', F_ZIPURL: null, fileName: null, expiresAt: null }]);
    const [done] = await rows();
    if (!done) throw new Error('two rows');
    expect(screen.getAllByRole('button', { name: /^删除/ })).toHaveLength(1);
    fireEvent.click(within(done).getByRole('button', { name: '删除 景.xlsx' }));
    fireEvent.click(await screen.findByRole('button', { name: '确定' }));
    expect(await screen.findByText('导出文件已删除')).toBeTruthy();
    expect(deleted).toEqual(['0']);
    await waitFor(async () => expect(await rows()).toHaveLength(1));
  });

  it('are cancelled while they are made', async () => {
    const deleted: string[] = [];
    server.use(
      http.delete(`${SITE}/api/exports/:uuid`, ({ params }) => {
        deleted.push(String(params.uuid));
        return new HttpResponse(null, { status: 204 });
      }),
    );
    open([{ F_STATUS: '0', F_ZIPURL: null, fileName: null, expiresAt: null }]);
    const [running] = await rows();
    if (!running) throw new Error('one row');
    fireEvent.click(within(running).getByRole('button', { name: /^取消/ }));
    expect(await screen.findByText(/^确定取消导出/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: '确定' }));
    await waitFor(() => expect(deleted).toEqual(['0']));
  });

  it('say where they come from while there are none', async () => {
    open([]);
    expect(await screen.findByText('暂无导出')).toBeTruthy();
  });

  it('say why they cannot be shown', async () => {
    server.use(http.get(`${SITE}/api/exports`, () => refusal(503, '数据库暂不可用')));
    open([]);
    expect(await screen.findByText('数据库暂不可用')).toBeTruthy();
  });
});
