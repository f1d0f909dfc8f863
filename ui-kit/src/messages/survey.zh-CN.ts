import type {
  SurveyDataQuality,
  SurveyFrequency,
  SurveyImprovement,
  SurveyOccupation,
  SurveyProblem,
  SurveyQuestionName,
  SurveyWillingness,
} from '../api/types';

const occupation: Record<SurveyOccupation, string> = {
  student: '学生',
  teacher: '教师',
  expert: '专家',
  government: '政府工作人员',
  employee: '企业员工',
  other: '其他',
};
const frequency: Record<SurveyFrequency, string> = {
  daily: '每天',
  weekly: '每周',
  monthly: '每月',
  occasionally: '偶尔',
  firstTime: '第一次使用',
};
const dataQuality: Record<SurveyDataQuality, string> = {
  veryHigh: '非常高',
  high: '高',
  average: '一般',
  low: '低',
  veryLow: '非常低',
};
const problems: Record<SurveyProblem, string> = {
  complex: '操作复杂',
  slow: '响应或下载缓慢',
  unclear: '说明不清楚',
  support: '缺少技术支持',
  tracking: '订单进度难以跟踪',
  other: '其他',
};
const customerServiceImprovements: Record<SurveyImprovement, string> = {
  responseTime: '响应速度',
  knowledge: '专业知识',
  attitude: '服务态度',
  problemSolving: '解决问题的能力',
  other: '其他',
};
const recommendationWillingness: Record<SurveyWillingness, string> = {
  veryWilling: '非常愿意',
  willing: '愿意',
  uncertain: '不确定',
  unwilling: '不愿意',
  veryUnwilling: '非常不愿意',
};
const questions: Record<SurveyQuestionName, string> = {
  occupation: '您的职业',
  frequency: '您使用本服务的频率',
  dataQuality: '您认为数据质量如何',
  problems: '使用中遇到的主要问题（可多选）',
  customerServiceImprovements: '客户服务哪些方面需要改进（可多选）',
  recommendationWillingness: '您是否愿意向他人推荐本服务',
};

/** The survey of satisfaction (portal specification, sections 2 and 3). */
export const zhSurvey = {
  survey: {
    title: '卫星遥感数据服务满意度调查',
    link: '满意度调查',
    intro: '您的意见将用于改进数据与服务。每人每天保留最后一次提交的答卷。',
    questions,
    choices: {
      occupation,
      frequency,
      dataQuality,
      problems,
      customerServiceImprovements,
      recommendationWillingness,
    },
    other: '请说明',
    suggestions: '意见和建议',
    submit: '提交',
    /** Letter for letter (portal specification, section 5). */
    thanks: '感谢您的反馈！',
    again: '重新填写',
    choose: '请选择',
    otherMissing: '请填写“其他”的内容',
    failed: '提交失败',
  },
};
