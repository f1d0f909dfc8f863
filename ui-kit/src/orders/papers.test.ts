import { describe, expect, it } from 'vitest';
import { fileFault } from './papers';

describe('a file for a paper', () => {
  it.each([
    ['a.PDF', 20, null],
    ['a.jpeg', 1, null],
    ['a.docx', 1, 'type'],
    ['pdf', 1, 'type'],
    ['a.png', 21, 'size'],
  ])('%s of %i bytes with a limit of 20: %s', (name, size, fault) => {
    expect(fileFault({ name, size }, 20, 6)).toBe(fault);
  });
});

describe('documents of a feedback', () => {
  it('may be DOCX as well', () => {
    expect(fileFault({ name: 'a.docx', size: 1 }, 20, 8)).toBeNull();
    expect(fileFault({ name: 'a.doc', size: 1 }, 20, 8)).toBe('type');
  });
});
