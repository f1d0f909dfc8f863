import { type SurveyQuestionName, useMessages } from '@scenedock/ui-kit';
import { useSearchParams } from 'react-router-dom';
import { SURVEY } from '../layout/menuPages';
import type { Period } from '../parts/figures/period';

const SURVEY_TABS = ['figures', 'answers'] as const;
export type SurveyTab = (typeof SURVEY_TABS)[number];

/** A question with one of its choices, in words of the server. */
export interface ChosenAnswer {
  question: SurveyQuestionName;
  choice: string;
}

/** What the page shows beside its days, kept in its address. */
export function useSurveyAddress() {
  const { survey } = useMessages();
  const [params, setParams] = useSearchParams();
  const questions = Object.keys(survey.questions) as SurveyQuestionName[];
  const question = questions.find((one) => one === params.get('question'));
  const choice = params.get('choice') ?? '';
  // Of what no question asks there are no answers; an address may be as old as another version.
  const isKnown = question !== undefined && Object.hasOwn(survey.choices[question], choice);
  const chosen: ChosenAnswer | null = isKnown ? { question, choice } : null;
  const set = (tab: SurveyTab) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        for (const name of ['tab', 'question', 'choice', 'page']) next.delete(name);
        if (tab !== 'figures') next.set('tab', tab);
        return next;
      },
      { replace: true },
    );
  return {
    tab: SURVEY_TABS.find((one) => one === params.get('tab')) ?? 'figures',
    /** Only answers that chose this are listed; null: all. */
    chosen,
    show: set,
    showAll: () => set('answers'),
  };
}

/** The list of exactly the answers that a figure counts. */
export function answersOf(period: Period, { question, choice }: ChosenAnswer): string {
  return `${SURVEY}?${new URLSearchParams({ tab: 'answers', ...period, question, choice })}`;
}
