import type { zhResults } from './results.zh';

/** Results that applicants report. */
export const enResults: typeof zhResults = {
  results: {
    title: 'Results',
    intro:
      'Papers, reports and products that applicants made with the data. They see your decision; refused results do not count.',
    tabs: { list: 'Results', figures: 'Figures' },
    find: 'Title, authors, journal, DOI, person',
    year: 'Year',
    unit: 'Organisation',
    satellite: 'Satellite',
    owner: 'Reported by',
    counted: 'Counted',
    countedOnly: 'Only those that count',
    any: 'Any',
    all: 'All',
    empty: 'No results match',
    check: 'Mark as checked',
    refuse: 'Refuse',
    own: { report: 'Reported', change: 'Changed', withdraw: 'Withdrawn' },
    refuseTitle: (name) => `Refuse “${name}”`,
    reasonNeeded: 'Enter a reason.',
    done: 'Done',
    failed: 'Could not save the decision. Try again.',
    export: 'Export Excel',
    decided: (name, at) => `${name}, ${at}`,
    by: { satellite: 'By satellite', unit: 'By organisation', year: 'By year', kind: 'By type' },
    count: 'Results',
    checked: 'Checked',
    counting: 'Results reported or checked just now are still being counted; reload in a moment',
    twice: 'A result made with data of several satellites counts once for each.',
    yearAll: 'All years',
    rows: 'Rows',
    rowsOf: (name) => `Results of ${name}`,
  },
};
