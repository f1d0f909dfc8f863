import { expect, it } from 'vitest';
import { csvText } from './csvText';

it('writes a table that Excel takes for UTF-8, with numbers that it can add up', () => {
  const text = csvText([
    ['单位', '景数'],
    ['航遥中心', '1,234.50'],
    ['-12', '4.3 GB'],
  ]);
  expect(text).toBe('\u{feff}单位,景数\r\n航遥中心,1234.50\r\n-12,4.3 GB\r\n');
});

it('quotes what would break a line, and takes no text for a formula', () => {
  const cells = [
    'a,b',
    '说“"”',
    '=1+1',
    '+1-2',
    '-x',
    '@a',
    '\tx',
    '＝1',
    '＋1',
    '－1',
    '＠1',
    '1,2',
  ];
  expect(csvText([cells])).toBe(
    `\u{feff}"a,b","说“""”",'=1+1,'+1-2,'-x,'@a,'\tx,'＝1,'＋1,'－1,'＠1,"1,2"\r\n`,
  );
});

it('writes rounded numbers whole, and nothing where there is no value', () => {
  const line = [
    '航遥中心',
    { value: 4_617_089_843, as: 'whole' },
    { value: 1 / 3, as: 'percent' },
    { value: null, as: 'percent' },
  ] as const;
  expect(csvText([line])).toBe('\u{feff}航遥中心,4617089843,0.3333333333333333,\r\n');
});
