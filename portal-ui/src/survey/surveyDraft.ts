import type { Faults, Messages, SurveyAnswer } from '@scenedock/ui-kit';

const ONE_OF = ['occupation', 'frequency', 'dataQuality', 'recommendationWillingness'] as const;
export type OneOf = (typeof ONE_OF)[number];
export type SomeOf = 'problems' | 'customerServiceImprovements';
export type OtherOf = 'otherOccupation' | 'otherProblems' | 'otherCustomerServiceImprovements';

/** An answer that is being given: questions with one choice may still be open. */
export type SurveyDraft = Omit<SurveyAnswer, OneOf> & { [K in OneOf]: SurveyAnswer[K] | null };

export const UNANSWERED: SurveyDraft = {
  occupation: null,
  otherOccupation: '',
  frequency: null,
  dataQuality: null,
  problems: [],
  otherProblems: '',
  customerServiceImprovements: [],
  otherCustomerServiceImprovements: '',
  recommendationWillingness: null,
  suggestions: '',
};

/** What is still missing, as the server would say it. */
export function surveyFaults(draft: SurveyDraft, m: Messages['survey']): Faults {
  const open = ONE_OF.filter((question) => draft[question] === null);
  const others: [OtherOf, boolean][] = [
    ['otherOccupation', draft.occupation === 'other'],
    ['otherProblems', draft.problems.includes('other')],
    ['otherCustomerServiceImprovements', draft.customerServiceImprovements.includes('other')],
  ];
  const unsaid = others.filter(([field, asked]) => asked && draft[field].trim() === '');
  return Object.fromEntries([
    ...open.map((question) => [question, m.choose]),
    ...unsaid.map(([field]) => [field, m.otherMissing]),
  ]);
}
