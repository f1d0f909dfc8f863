/** The three questions, in the order of the form. */
export const RATING_KEYS = ['appraise', 'responseSpeed', 'serviceAttitude'] as const;
