import { buildConfig, buildUser } from '@scenedock/ui-kit/testing';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { Stage } from '../test/Stage';
import { ADMIN, problem, server, useServer } from '../test/server';
import { ProviderLinks } from './ProviderLinks';
import { ResetPasswordDialog } from './ResetPasswordDialog';

useServer();

const OWN = {
  issuer: 'https://id.example.cn/realms/survey',
  subject: 'person-1',
  linkedAt: '2026-11-20T01:00:00Z',
};
const STRANGE = { ...OWN, issuer: 'https://former.example.cn', subject: 'person-2' };

let links = [OWN, STRANGE];
let ended: (string | null)[][] = [];

beforeEach(() => {
  links = [OWN, STRANGE];
  ended = [];
  server.use(
    http.get('/api/config', () =>
      HttpResponse.json(buildConfig({ singleSignOn: { label: '统一认证' } })),
    ),
    http.get('/api/users/1/provider-links', () =>
      HttpResponse.json({ items: links, total: links.length }),
    ),
    http.delete('/api/users/1/provider-links', ({ request }) => {
      const query = new URL(request.url).searchParams;
      ended.push([query.get('issuer'), query.get('subject')]);
      links = links.filter(({ subject }) => subject !== query.get('subject'));
      return new HttpResponse(null, { status: 204 });
    }),
  );
});

const user = buildUser();

const show = (own = false) =>
  render(
    <Stage>
      <ProviderLinks user={user} own={own} />
    </Stage>,
  );

const pressEnd = async () =>
  fireEvent.click(await screen.findByRole('button', { name: '解除关联 person-2' }));

const confirm = async () => {
  const dialog = await screen.findByRole('dialog');
  within(dialog).getByRole('heading', { name: '解除关联' });
  within(dialog).getByText(
    /账号 person-2（https:\/\/former\.example\.cn）不能再用来登录本系统账号 applicant/,
  );
  fireEvent.click(within(dialog).getByRole('button', { name: '解除关联' }));
};

describe('the links of a person to identity providers', () => {
  it('are ended one by one after a question', async () => {
    show();
    await pressEnd();
    expect(ended).toEqual([]);
    await confirm();
    await screen.findByText('关联已解除');
    expect(ended).toEqual([['https://former.example.cn', 'person-2']]);
    await waitFor(() => expect(screen.queryByText(/person-2/)).toBeNull());
    screen.getByText(/person-1/);
    screen.getByText(/https:\/\/id\.example\.cn\/realms\/survey · 关联于/);
  });

  it('are asked about no more while one is being ended', async () => {
    let answer: (() => void) | undefined;
    server.use(
      http.delete('/api/users/1/provider-links', async () => {
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
        return new HttpResponse(null, { status: 204 });
      }),
    );
    show();
    await pressEnd();
    await confirm();
    const sending = screen.getByRole<HTMLButtonElement>('button', { name: '解除关联' });
    await waitFor(() => expect(sending.disabled).toBe(true));
    await waitFor(() => expect(answer).toBeDefined());
    answer?.();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('stay with the reason where the server refuses', async () => {
    server.use(
      http.delete('/api/users/1/provider-links', () =>
        problem(409, 'beyond_own_rights', '对方的权限超出您的权限'),
      ),
    );
    show();
    await pressEnd();
    await confirm();
    const dialog = screen.getByRole('dialog');
    await within(dialog).findByText('对方的权限超出您的权限');
    fireEvent.click(within(dialog).getByRole('button', { name: '取消' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    screen.getByText(/person-2/);
  });

  it('are only read on one’s own account', async () => {
    show(true);
    await screen.findByText(/person-2/);
    expect(screen.queryByRole('button', { name: /^解除关联/ })).toBeNull();
  });

  it('are only read by whoever may not change users', async () => {
    server.use(
      http.get('/api/auth/me', () => HttpResponse.json({ ...ADMIN, authorities: ['/user/list'] })),
    );
    show();
    await screen.findByText(/person-2/);
    expect(screen.queryByRole('button', { name: /^解除关联/ })).toBeNull();
  });

  it('are told of where a password is set', async () => {
    render(
      <Stage>
        <ResetPasswordDialog user={user} onClose={() => undefined} />
      </Stage>,
    );
    await screen.findByText(/重置密码后仍可用其登录/);
    expect(screen.queryByText(/无法确认/)).toBeNull();
  });

  it('are said to be unknown where a password is set and they cannot be read', async () => {
    server.use(
      http.get('/api/users/1/provider-links', () => problem(500, 'internal', '系统内部错误')),
    );
    render(
      <Stage>
        <ResetPasswordDialog user={user} onClose={() => undefined} />
      </Stage>,
    );
    await screen.findByText('无法确认该用户是否关联了统一身份认证账号');
    expect(screen.queryByText(/重置密码后仍可用其登录/)).toBeNull();
  });
});
