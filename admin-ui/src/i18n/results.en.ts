import type { zhResults } from './results.zh';

/** Results that applicants report. */
export const enResults: typeof zhResults = {
  results: {
    title: 'Results',
    intro:
      'Papers, reports and products that applicants made with the data. They see what you decide; what is refused does not count.',
    tabs: { list: 'Results', figures: 'Figures' },
    find: 'Title, authors, journal, DOI, person',
    year: 'Year',
    unit: 'Unit',
    satellite: 'Satellite',
    owner: 'Reported by',
    counted: 'Counts',
    countedOnly: 'Only those that count',
    any: 'Any',
    all: 'All',
    empty: 'No results meet these conditions',
    check: 'Mark as checked',
    refuse: 'Refuse',
    refuseTitle: (name) => `Refuse “${name}”`,
    reasonNeeded: 'Give a reason',
    done: 'Done',
    failed: 'That did not work',
    export: 'Export to Excel',
    decided: (name, at) => `${name}, ${at}`,
    by: { satellite: 'By satellite', unit: 'By unit', year: 'By year', kind: 'By kind' },
    count: 'Results',
    checked: 'Checked',
    twice: 'A result made with data of several satellites counts once for each.',
    yearAll: 'All years',
    rows: 'Rows',
    rowsOf: (name) => `Results of ${name}`,
  },
};
