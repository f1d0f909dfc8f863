import type { zhYearlyReport } from './yearlyReport.zh';

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

export const enYearlyReport: typeof zhYearlyReport = {
  yearlyReport: {
    title: 'Yearly report',
    intro:
      'Choose a year and an organisation, check the report, and export it as Word or Excel. Published editions never change. The report itself is in Chinese.',
    year: 'Year',
    yearName: (year) => String(year),
    unit: 'Organisation',
    allUnits: 'All organisations',
    version: 'Version',
    current: 'Current figures',
    edition: (n) => `Edition ${n}`,
    docx: 'Export Word',
    xlsx: 'Export Excel',
    json: 'Export JSON',
    publish: 'Publish',
    publishTitle: 'Publish the yearly report',
    publishHint:
      'A published edition can no longer be changed. If the figures change later, publish another edition.',
    published: (n) => `Edition ${n} published`,
    notCounted:
      'Some orders are still being counted, so the report is incomplete and cannot be published yet. It updates by itself.',
    publishFailed: 'Could not publish the report. Try again.',
    unchanged: (n) => `Same as edition ${n}`,
    frozen: (n, by, at) => `Edition ${n}, published by ${by} on ${at}`,
    signed:
      'Its Word, Excel and JSON files are signed; the portal’s page “Verify a signed file” (/verify) checks them.',
    digest: 'SHA-256 checksum',
    notesTitle: 'Monthly notes',
    notesHint:
      'If the figures of a month are far above the others, explain why. Notes become footnotes of the report.',
    month: 'Month',
    monthName: (n) => MONTHS[n - 1] ?? String(n),
    subject: 'About',
    subjects: { orders: 'Orders', provided: 'Data provided' },
    text: 'Note',
    spike: 'Far above the others',
    noNotes: 'No notes yet, and no month stands out',
    add: 'Add a note',
    edit: (what) => `Edit the note on ${what}`,
    noteTitle: 'Note on a month',
    saved: 'Note saved',
    saveFailed: 'Could not save the note. Try again.',
    tooLong: (n) => `Use at most ${n} characters.`,
    rows: 'Entries',
    rowsOf: (name) => `Entries of ${name}`,
    noteOf: (n) => `Note ${n}`,
  },
};
