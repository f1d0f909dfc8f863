import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { everyScreen, openAt, SITE, useServer } from '../test/portal';
import VerifyPage from './VerifyPage';

const server = useServer([]);

const RECORD = {
  ...{ issuer: '卫星遥感数据信息共享服务', number: 12, ordername: '20261121WP103000123', round: 2 },
  ...{ openedAt: '2026-11-21T02:30:00Z', completedAt: null, asOf: '2026-11-22T02:30:00Z' },
  ...{ getMethod: 0, applicant: '张三', unit: '中国地质调查局', usage: '测绘' },
  ...{ project: '青藏高原矿产调查', sceneCount: 2, sceneBytes: 1536, fileCount: 3 },
  ...{ paperCount: 4, fetchedFiles: 1 },
};

const file = (content = '{"record":{}}') => new File([content], '交付记录.json');

/** Opens the page; what the server finds of each file. */
async function show(finding: string, more = {}) {
  const sent: string[] = [];
  server.use(
    ...everyScreen(),
    http.post(`${SITE}/api/delivery-records/verification`, async ({ request }) => {
      sent.push(await request.text());
      return HttpResponse.json({
        ...{ finding, key: null, secondKey: null, record: null, report: null },
        ...more,
      });
    }),
  );
  openAt('/verify', <VerifyPage />);
  await screen.findByRole('heading', { name: '签名文件核验' });
  return sent;
}

const drop = (dropped: File) =>
  fireEvent.drop(screen.getByTestId('drop'), { dataTransfer: { files: [dropped] } });

describe('a signed file', () => {
  it('that is genuine shows what it says', async () => {
    const sent = await show('genuine', { key: 'abcd', record: RECORD });
    drop(file());
    await screen.findByRole('heading', { name: '真实有效' });
    expect(sent).toEqual(['{"record":{}}']);
    const facts = screen.getByRole('region', { name: '记录内容' });
    for (const text of [
      '20261121WP103000123',
      '第 2 次交付',
      '2 景，1.5 KB',
      '3 个，已下载 1 个',
    ]) {
      within(facts).getByText(text);
    }
    screen.getByText('签名密钥 abcd（Ed25519）');
    expect(screen.queryByText(/第二签名密钥/)).toBeNull();
  });

  it('of a report shows to which edition it belongs, and both keys', async () => {
    const report = {
      ...{ issuer: '卫星遥感数据信息共享服务', year: 2026, unit: '', edition: 2 },
      ...{ publishedAt: '2027-01-05T02:30:00Z', sha256: 'ab'.repeat(32) },
    };
    await show('genuine', { key: 'abcd', secondKey: 'ef01', report });
    drop(new File(['PK'], '2026年度报告_第2版.docx'));
    const facts = await screen.findByRole('region', { name: '所属年度报告' });
    for (const text of ['2026', '全部单位', '第 2 版', 'ab'.repeat(32)]) {
      within(facts).getByText(text);
    }
    screen.getByText('第二签名密钥 ef01（SM2）');
    expect(screen.queryByRole('region', { name: '记录内容' })).toBeNull();
  });

  it.each([
    ['altered', '已被改动'],
    ['unknownKey', '无法确认'],
    ['unreadable', '不是签名文件'],
  ])('that is %s says so, and what to do', async (finding, heading) => {
    await show(finding);
    drop(file());
    await screen.findByRole('heading', { name: heading });
    expect(screen.queryByRole('region', { name: '记录内容' })).toBeNull();
    screen.getByRole('button', { name: '核验另一个文件' });
  });

  it('that is too large to be one is not sent', async () => {
    const sent = await show('genuine');
    const large = file();
    Object.defineProperty(large, 'size', { value: 17 * 1024 * 1024 });
    fireEvent.change(screen.getByLabelText('选择文件', { selector: 'input' }), {
      target: { files: [large] },
    });
    await screen.findByText('文件超过 16 MB，不是本系统签名的文件');
    expect(sent).toEqual([]);
  });

  it('can be checked again when the server did not answer', async () => {
    const sent = await show('genuine', { record: RECORD });
    server.use(
      http.post(`${SITE}/api/delivery-records/verification`, () => HttpResponse.error(), {
        once: true,
      }),
    );
    drop(file());
    fireEvent.click(await screen.findByRole('button', { name: '重试' }));
    await screen.findByRole('heading', { name: '真实有效' });
    await waitFor(() => expect(sent).toHaveLength(1));
  });
});
