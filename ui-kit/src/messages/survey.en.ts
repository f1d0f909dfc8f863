import type { zhSurvey } from './survey.zh-CN';

export const enSurvey: typeof zhSurvey = {
  survey: {
    title: 'How satisfied are you with the remote sensing data service?',
    link: 'Satisfaction survey',
    intro:
      'Your answers help us improve the data and the service. If you answer more than once a day, only the last answer counts.',
    questions: {
      occupation: 'Your occupation',
      frequency: 'How often do you use the service?',
      dataQuality: 'How do you rate the quality of the data?',
      problems: 'What gets in your way? (select all that apply)',
      customerServiceImprovements: 'What should customer service improve? (select all that apply)',
      recommendationWillingness: 'Would you recommend the service?',
    },
    choices: {
      occupation: {
        student: 'Student',
        teacher: 'Teacher',
        expert: 'Expert',
        government: 'Government',
        employee: 'Company employee',
        other: 'Other',
      },
      frequency: {
        daily: 'Daily',
        weekly: 'Weekly',
        monthly: 'Monthly',
        occasionally: 'Occasionally',
        firstTime: 'This is my first time',
      },
      dataQuality: {
        veryHigh: 'Very high',
        high: 'High',
        average: 'Average',
        low: 'Low',
        veryLow: 'Very low',
      },
      problems: {
        complex: 'Hard to use',
        slow: 'Slow pages or downloads',
        unclear: 'Unclear instructions',
        support: 'Too little technical support',
        tracking: 'Orders are hard to track',
        other: 'Other',
      },
      customerServiceImprovements: {
        responseTime: 'Response time',
        knowledge: 'Knowledge',
        attitude: 'Attitude',
        problemSolving: 'Solving problems',
        other: 'Other',
      },
      recommendationWillingness: {
        veryWilling: 'Very willing',
        willing: 'Willing',
        uncertain: 'Uncertain',
        unwilling: 'Unwilling',
        veryUnwilling: 'Very unwilling',
      },
    },
    other: 'Please specify',
    suggestions: 'Suggestions',
    submit: 'Submit',
    thanks: 'Thank you for your feedback!',
    again: 'Answer again',
    choose: 'Choose an answer.',
    otherMissing: 'Fill in “Other”.',
    failed: 'Could not submit your answers. Try again.',
  },
};
