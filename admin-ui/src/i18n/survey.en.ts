import type { zhSurveyPage } from './survey.zh';

export const enSurveyPage: typeof zhSurveyPage = {
  survey: {
    figures: 'Figures',
    answers: 'Answers',
    none: 'No answers in this period',
    answered: 'Answered',
    loginName: 'Username',
    unit: 'Organisation',
    portion: 'Share',
    share: (n, percent) => `${n} (${percent}%)`,
    chosen: (question, choice) => `Answers that chose “${choice}” for “${question}”`,
    showAll: 'Show all answers',
  },
};
