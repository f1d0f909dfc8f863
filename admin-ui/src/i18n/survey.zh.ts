/** The survey of satisfaction. */
export const zhSurveyPage = {
  survey: {
    figures: '统计',
    answers: '答卷',
    none: '该时间段没有答卷',
    answered: '提交时间',
    loginName: '账号',
    unit: '单位',
    portion: '占比',
    share: (n: number, percent: number) => `${n}（${percent}%）`,
    chosen: (question: string, choice: string) => `“${question}”选择“${choice}”的答卷`,
    showAll: '显示全部答卷',
  },
};
