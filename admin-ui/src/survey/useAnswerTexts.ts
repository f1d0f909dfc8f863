import { type GivenSurveyAnswer, useMessages } from '@scenedock/ui-kit';

/** What somebody answered, question by question; empty where they did not. */
export function useAnswerTexts(): (
  answer: GivenSurveyAnswer,
) => [question: string, text: string][] {
  const { survey, common } = useMessages();
  const { questions, choices } = survey;
  const several = (names: readonly string[], other: string) =>
    [...names, ...(other === '' ? [] : [other])].join(common.listComma);
  return (answer) => [
    [
      questions.occupation,
      several([choices.occupation[answer.occupation]], answer.otherOccupation),
    ],
    [questions.frequency, choices.frequency[answer.frequency]],
    [questions.dataQuality, choices.dataQuality[answer.dataQuality]],
    [
      questions.problems,
      several(
        answer.problems.map((one) => choices.problems[one]),
        answer.otherProblems,
      ),
    ],
    [
      questions.customerServiceImprovements,
      several(
        answer.customerServiceImprovements.map((one) => choices.customerServiceImprovements[one]),
        answer.otherCustomerServiceImprovements,
      ),
    ],
    [
      questions.recommendationWillingness,
      choices.recommendationWillingness[answer.recommendationWillingness],
    ],
    [survey.suggestions, answer.suggestions],
  ];
}
