import { formatTime, type GivenSurveyAnswer, useMessages } from '@scenedock/ui-kit';
import type { RaRecord } from 'ra-core';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { SaveList } from '../parts/list/SaveList';
import type { SavedColumn } from '../parts/list/useSavedList';
import { useAnswerTexts } from './useAnswerTexts';

const answerOf = (row: RaRecord) => row as GivenSurveyAnswer & RaRecord;

/** Saves all answers of the period, a row each. */
export function SaveAnswers() {
  const { survey } = useMessages();
  const { survey: m } = useAdminMessages();
  const textsOf = useAnswerTexts();
  const questions = [...Object.values(survey.questions), survey.suggestions];
  const columns: SavedColumn[] = [
    { label: m.answered, cellOf: (row) => formatTime(answerOf(row).answeredAt) },
    { label: m.loginName, cellOf: (row) => answerOf(row).loginName },
    { label: m.unit, cellOf: (row) => answerOf(row).unit },
    ...questions.map((question) => ({
      label: question,
      cellOf: (row: RaRecord) => new Map(textsOf(answerOf(row))).get(question) ?? '',
    })),
  ];
  return <SaveList name={m.answers} columns={columns} />;
}
