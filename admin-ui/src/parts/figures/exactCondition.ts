/** What asks a list for the rows of one value, to the letter. Rows in which nothing is filled in have a parameter of their own. */
export const exactCondition = (field: string, value: string): Record<string, string> =>
  value === '' ? { without: field } : { [field]: value };
