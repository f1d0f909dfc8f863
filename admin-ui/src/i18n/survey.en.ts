import type { zhSurveyPage } from './survey.zh';

export const enSurveyPage: typeof zhSurveyPage = {
  survey: {
    figures: 'Figures',
    answers: 'Answers',
    none: 'Nobody answered in this period',
    answered: 'Answered',
    loginName: 'Account',
    share: (n, percent) => `${n} (${percent}%)`,
  },
};
