import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { Stage } from '../test/Stage';
import { catchFiles, linesOf } from '../test/savedFiles';
import { problem, server, useServer } from '../test/server';
import { SurveyPage } from './SurveyPage';

useServer();

const DAYS = 'from=2026-01-01&to=2026-11-30';

const ANSWER = {
  loginName: 'lisi',
  unit: '青海院',
  answeredAt: '2026-11-20T01:00:00Z',
  occupation: 'other',
  otherOccupation: '地质队员',
  frequency: 'daily',
  dataQuality: 'high',
  problems: ['slow'],
  otherProblems: '',
  customerServiceImprovements: [],
  otherCustomerServiceImprovements: '',
  recommendationWillingness: 'willing',
  suggestions: '多些雷达数据',
};

beforeEach(() => {
  server.use(
    http.get('/api/survey/figures', () =>
      HttpResponse.json({
        answers: 3,
        questions: [
          {
            question: 'dataQuality',
            choices: [
              { choice: 'veryHigh', answers: 0 },
              { choice: 'high', answers: 2 },
            ],
          },
        ],
      }),
    ),
    http.get('/api/survey/answers', () => HttpResponse.json({ items: [ANSWER], total: 1 })),
  );
});

async function show(at = '/survey') {
  render(
    <Stage at={at}>
      <SurveyPage />
    </Stage>,
  );
  await screen.findByRole('heading', { name: '满意度调查' });
}

it('shows how many chose what, those that nobody chose too', async () => {
  await show();
  const table = within(await screen.findByRole('table', { name: '您认为数据质量如何' }));
  expect(table.getByRole('row', { name: /^高 .*2（67%）$/ })).toBeTruthy();
  expect(table.getByRole('row', { name: '非常高 0（0%）' })).toBeTruthy();
});

const CHOSEN = 'tab=answers&from=2026-01-01&to=2026-11-30&question=dataQuality&choice=high';

it('leads from a figure and from its bar to the answers that it counts, and from nothing nowhere', async () => {
  const requested: URLSearchParams[] = [];
  server.use(
    http.get('/api/survey/answers', ({ request }) => {
      requested.push(new URL(request.url).searchParams);
      return HttpResponse.json({ items: [ANSWER], total: 2 });
    }),
  );
  await show(`/survey?${DAYS}`);
  const table = await screen.findByRole('table', { name: '您认为数据质量如何' });
  const figure = within(table).getByRole('link', { name: '您认为数据质量如何 高 2（67%）' });
  const [bar, ...more] = table.querySelectorAll('a[tabindex="-1"]');
  expect(bar?.getAttribute('href')).toBe(`/survey?${CHOSEN}`);
  // Nobody chose the other one.
  expect([more.length, within(table).getAllByRole('link').length]).toEqual([0, 1]);
  figure.focus();
  expect(document.activeElement).toBe(figure);
  fireEvent.click(figure);
  await screen.findByText('“您认为数据质量如何”选择“高”的答卷');
  expect(screen.getByTestId('address').textContent).toBe(`/survey?${CHOSEN}`);
  await screen.findByText('多些雷达数据');
  const { question, choice, from } = Object.fromEntries(requested.at(-1) ?? []);
  expect({ question, choice, from }).toEqual({
    ...{ question: 'dataQuality', choice: 'high', from: '2026-01-01' },
  });
});

it('lists all answers again when the choice is taken away', async () => {
  const requested: URLSearchParams[] = [];
  server.use(
    http.get('/api/survey/answers', ({ request }) => {
      requested.push(new URL(request.url).searchParams);
      return HttpResponse.json({ items: [ANSWER], total: 1 });
    }),
  );
  await show(`/survey?${CHOSEN}`);
  const all = await screen.findByRole('button', { name: '显示全部答卷' });
  all.focus();
  expect(document.activeElement).toBe(all);
  fireEvent.click(all);
  await waitFor(() => expect(requested.at(-1)?.has('question')).toBe(false));
  expect(requested.at(-1)?.has('choice')).toBe(false);
  expect(screen.getByTestId('address').textContent).toBe(`/survey?${DAYS}&tab=answers`);
  expect(screen.queryByRole('button', { name: '显示全部答卷' })).toBeNull();
});

it('lists all answers where the address names a choice that its question has not', async () => {
  await show('/survey?tab=answers&question=dataQuality&choice=slow');
  await screen.findByText('多些雷达数据');
  expect(screen.queryByRole('button', { name: '显示全部答卷' })).toBeNull();
});

it('shows the answers one by one, and says so in the address', async () => {
  await show();
  fireEvent.click(screen.getByRole('tab', { name: '答卷' }));
  await screen.findByText('其他、地质队员');
  await screen.findByText('多些雷达数据');
  expect(screen.getByTestId('address').textContent).toBe('/survey?tab=answers');
});

/** What a press on an entry of a chart's menu saves. */
async function savedPicture(files: ReturnType<typeof catchFiles>) {
  fireEvent.click(await screen.findByRole('button', { name: '导出图表 您认为数据质量如何' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'SVG 矢量图' }));
  await waitFor(() => expect(files).toHaveLength(1));
  const text = (await files[0]?.content.text()) ?? '';
  return new DOMParser().parseFromString(text, 'image/svg+xml');
}

it('saves the bars of a question as a picture that says what it is of', async () => {
  const files = catchFiles();
  await show(`/survey?${DAYS}`);
  const picture = await savedPicture(files);
  expect(files[0]?.name).toBe('您认为数据质量如何.svg');
  const texts = [...picture.querySelectorAll('text')].map(({ textContent }) => textContent);
  expect(texts).toEqual([
    '您认为数据质量如何',
    '2026-01-01 至 2026-11-30',
    '非常高',
    '0（0%）',
    '高',
    '2（67%）',
  ]);
  const widths = [...picture.querySelectorAll('g rect')].map((bar) =>
    Number(bar.getAttribute('width')),
  );
  expect(widths[0]).toBe(0);
  expect(widths[1]).toBeGreaterThan(100);
});

it('saves the numbers of a question, unrounded, as text and as a workbook', async () => {
  const files = catchFiles();
  let table: unknown;
  server.use(
    http.post('/api/stats/table.xlsx', async ({ request }) => {
      table = await request.json();
      return new HttpResponse('xlsx');
    }),
  );
  await show(`/survey?${DAYS}`);
  fireEvent.click(await screen.findByRole('button', { name: '导出 CSV 您认为数据质量如何' }));
  await waitFor(() => expect(files).toHaveLength(1));
  expect(await linesOf(files[0]?.content)).toEqual([
    '您认为数据质量如何,答卷,占比',
    '非常高,0,0',
    `高,2,${2 / 3}`,
  ]);
  fireEvent.click(await screen.findByRole('button', { name: '导出 Excel 您认为数据质量如何' }));
  await waitFor(() => expect(files).toHaveLength(2));
  expect(files.map(({ name }) => name)).toEqual([
    '您认为数据质量如何 2026-01-01 2026-11-30.csv',
    '您认为数据质量如何 2026-01-01 2026-11-30.xlsx',
  ]);
  expect(table).toMatchObject({ rows: [['非常高', '0', { as: 'percent', value: 0 }], {}] });
});

it('saves all answers of the period, what begins like a formula as text', async () => {
  const files = catchFiles();
  const requested: URLSearchParams[] = [];
  server.use(
    http.get('/api/survey/answers', ({ request }) => {
      requested.push(new URL(request.url).searchParams);
      return HttpResponse.json({ items: [{ ...ANSWER, suggestions: '=1+1' }], total: 1 });
    }),
  );
  await show(`/survey?tab=answers&${DAYS}`);
  fireEvent.click(await screen.findByRole('button', { name: '导出 CSV 答卷' }));
  await waitFor(() => expect(files).toHaveLength(1));
  const [heads, line] = await linesOf(files[0]?.content);
  expect(heads?.split(',').slice(0, 4)).toEqual(['提交时间', '账号', '单位', '您的职业']);
  expect(line).toContain(",lisi,青海院,其他、地质队员,每天,高,响应或下载缓慢,,愿意,'=1+1");
  expect(requested.at(-1)?.get('from')).toBe('2026-01-01');
  expect(requested.at(-1)?.get('pageSize')).toBe('1000');
});

it('says that nobody answered, and what the server refuses', async () => {
  server.use(
    http.get('/api/survey/figures', () => HttpResponse.json({ answers: 0, questions: [] })),
    http.get('/api/survey/answers', () => problem(503, 'unavailable', '服务暂不可用')),
  );
  await show();
  await screen.findByText('该时间段没有答卷');
  fireEvent.click(screen.getByRole('tab', { name: '答卷' }));
  await screen.findByText('服务暂不可用');
});
