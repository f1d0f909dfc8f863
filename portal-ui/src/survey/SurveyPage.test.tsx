import { recording } from '@scenedock/ui-kit/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { everyScreen, openAt, SITE, useServer } from '../test/portal';
import SurveyPage from './SurveyPage';

const server = useServer([]);

const radio = (group: string, name: string) =>
  fireEvent.click(
    within(screen.getByRole('radiogroup', { name: group })).getByRole('radio', { name }),
  );
const submit = () => fireEvent.click(screen.getByRole('button', { name: '提交' }));

async function answerAll() {
  await screen.findByRole('heading', { name: '卫星遥感数据服务满意度调查' });
  radio('您的职业', '其他');
  radio('您使用本服务的频率', '第一次使用');
  radio('您认为数据质量如何', '非常高');
  fireEvent.click(screen.getByRole('checkbox', { name: '操作复杂' }));
  radio('您是否愿意向他人推荐本服务', '愿意');
}

describe('the survey', () => {
  it('asks for what is missing, also beside 其他', async () => {
    server.use(...everyScreen());
    openAt('/survey', <SurveyPage />);
    await screen.findByRole('heading', { name: '卫星遥感数据服务满意度调查' });
    submit();
    expect(await screen.findAllByText('请选择')).toHaveLength(4);
    await answerAll();
    submit();
    await screen.findByText('请填写“其他”的内容');
  });

  it('sends everything that was said, and thanks for it', async () => {
    const sent: unknown[] = [];
    server.use(...everyScreen(), recording(http.post, `${SITE}/api/survey`, sent));
    openAt('/survey', <SurveyPage />);
    await answerAll();
    fireEvent.change(screen.getByLabelText(/请说明/), { target: { value: '地质队员' } });
    fireEvent.change(screen.getByLabelText('意见和建议'), { target: { value: '多些雷达数据' } });
    submit();
    await waitFor(() => expect(screen.getAllByText('感谢您的反馈！').length).toBeGreaterThan(0));
    expect(sent).toEqual([
      {
        occupation: 'other',
        otherOccupation: '地质队员',
        frequency: 'firstTime',
        dataQuality: 'veryHigh',
        problems: ['complex'],
        otherProblems: '',
        customerServiceImprovements: [],
        otherCustomerServiceImprovements: '',
        recommendationWillingness: 'willing',
        suggestions: '多些雷达数据',
      },
    ]);
  });

  it('keeps what was typed when the server refuses', async () => {
    server.use(
      ...everyScreen(),
      http.post(`${SITE}/api/survey`, () =>
        HttpResponse.json(
          {
            type: 'about:blank',
            title: '',
            status: 503,
            code: 'unavailable',
            detail: '服务暂不可用',
          },
          { status: 503 },
        ),
      ),
    );
    openAt('/survey', <SurveyPage />);
    await answerAll();
    fireEvent.change(screen.getByLabelText(/请说明/), { target: { value: '地质队员' } });
    submit();
    await screen.findByText(/服务暂不可用/);
    expect(screen.getByLabelText<HTMLInputElement>(/请说明/).value).toBe('地质队员');
  });
});
