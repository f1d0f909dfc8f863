import { fireEvent, render, screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { Stage } from '../test/Stage';
import { problem, server, useServer } from '../test/server';
import { SurveyPage } from './SurveyPage';

useServer();

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
  expect(table.getByRole('row', { name: '高 2（67%）' })).toBeTruthy();
  expect(table.getByRole('row', { name: '非常高 0（0%）' })).toBeTruthy();
});

it('shows the answers one by one, and says so in the address', async () => {
  await show();
  fireEvent.click(screen.getByRole('tab', { name: '答卷' }));
  await screen.findByText('其他、地质队员');
  await screen.findByText('多些雷达数据');
  expect(screen.getByTestId('address').textContent).toBe('/survey?tab=answers');
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
