import type { zhYearlyReport } from './yearlyReport.zh';

export const enYearlyReport: typeof zhYearlyReport = {
  yearlyReport: {
    title: 'Yearly report',
    intro:
      'Choose a year and a unit, check what the report says, export it as Word or Excel. Published editions never change. The report itself is in Chinese.',
    year: 'Year',
    yearName: (year) => String(year),
    unit: 'Unit',
    allUnits: 'All units',
    version: 'Version',
    current: 'Figures of now',
    edition: (n) => `Edition ${n}`,
    docx: 'Export Word',
    xlsx: 'Export Excel',
    json: 'Export JSON',
    publish: 'Publish',
    publishTitle: 'Publish the yearly report',
    publishHint:
      'The edition keeps its text and checksum for good. When figures change later, publish another edition.',
    published: (n) => `Edition ${n} is published`,
    notCounted:
      'Some orders are not counted yet: the report is not complete and cannot be published. It updates by itself.',
    publishFailed: 'The report could not be published',
    unchanged: (n) => `Same as edition ${n}`,
    frozen: (n, by, at) => `Edition ${n}, published by ${by} on ${at}`,
    signed:
      'Its Word, Excel and JSON files are signed; the portal’s page “Verify a signed file” (/verify) checks them.',
    digest: 'SHA-256 checksum',
    notesTitle: 'Notes on months',
    notesHint:
      'Figures far above those of the other months deserve a reason. Notes become footnotes of the report.',
    month: 'Month',
    monthName: (n) => `Month ${n}`,
    subject: 'About',
    subjects: { orders: 'Orders', provided: 'Data provided' },
    text: 'Note',
    spike: 'Far above the others',
    noNotes: 'No month needs a note',
    add: 'Add a note',
    edit: (what) => `Edit the note on ${what}`,
    noteTitle: 'Note on a month',
    saved: 'The note is saved',
    saveFailed: 'The note could not be saved',
    tooLong: (n) => `At most ${n} characters`,
    rows: 'Entries',
    rowsOf: (name) => `Entries of ${name}`,
    noteOf: (n) => `Note ${n}`,
  },
};
