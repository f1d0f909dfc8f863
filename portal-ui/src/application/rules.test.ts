import { zhCN } from '@scenedock/ui-kit';
import { describe, expect, it } from 'vitest';
import { type Application, fieldFaults, firstObjection, missingPapers } from './rules';

const m = zhCN;

const paper = (name: string) => ({ attachmentId: name, fileName: `${name}.pdf` });

const GOOD: Application = {
  type: 0,
  form: {
    applyuser: '王工',
    applyUserPhone: '13800000000',
    applyUserUnit: '地质一队',
    applyUserUsed: '科研',
    productName: '项目',
    getMethod: 0,
    description: '',
    processDescribe: '',
    extractingElements: '',
    assignment: '',
    wantedEnd: null,
  },
  dataIds: ['a'],
  papers: { 6: paper('s'), 7: paper('f'), 2: paper('l'), 1: paper('i') },
};

const withForm = (part: Partial<Application['form']>): Application => ({
  ...GOOD,
  form: { ...GOOD.form, ...part },
});

describe('submitting an application', () => {
  it('has nothing against a whole one', () => {
    expect(firstObjection(GOOD, 'submit', null, m)).toBeNull();
  });

  it('objects in the order of the specification', () => {
    const bad = { ...withForm({ applyuser: ' ', applyUserPhone: '1' }), dataIds: [], papers: {} };
    expect(firstObjection(bad, 'submit', bad, m)).toBe('请更改信息！');
    expect(firstObjection(bad, 'submit', null, m)).toBe('必填项不能为空！');
    const named = { ...bad, form: { ...bad.form, applyuser: '王' } };
    expect(firstObjection(named, 'submit', null, m)).toBe('订购数据不能为空！');
    const filled = { ...named, dataIds: ['a'] };
    expect(firstObjection(filled, 'submit', null, m)).toBe('请上传必传项！');
    const papered = { ...filled, papers: GOOD.papers };
    expect(firstObjection(papered, 'submit', null, m)).toBe('请输入正确的必填项！');
  });

  it('saves without papers', () => {
    expect(firstObjection({ ...GOOD, papers: {} }, 'save', null, m)).toBeNull();
  });

  it('takes a rejected one only after a change, of a paper or a scene as well', () => {
    expect(firstObjection(GOOD, 'save', GOOD, m)).toBe('请更改信息！');
    const otherPaper = { ...GOOD, papers: { ...GOOD.papers, 4: paper('o') } };
    expect(firstObjection(otherPaper, 'submit', GOOD, m)).toBeNull();
    expect(firstObjection({ ...GOOD, dataIds: ['a', 'b'] }, 'submit', GOOD, m)).toBeNull();
    const otherDay = withForm({ wantedEnd: '2099-03-05' });
    expect(firstObjection(otherDay, 'submit', GOOD, m)).toBeNull();
  });
});

describe('papers', () => {
  it('follow the get method', () => {
    expect(missingPapers({ ...GOOD, papers: {} })).toEqual([6, 7, 2, 1]);
    expect(missingPapers({ ...withForm({ getMethod: 2 }), papers: {} })).toEqual([6, 7]);
    expect(missingPapers({ ...withForm({ getMethod: null }), papers: {} })).toEqual([]);
  });
});

describe('fields', () => {
  it.each(['1380000000', '138000000000', '1380000000a', '１３８００００００００'])(
    'refuse the phone number %s',
    (applyUserPhone) => {
      expect(fieldFaults(withForm({ applyUserPhone }), m)).toEqual({
        applyUserPhone: '请输入正确的电话号码！',
      });
    },
  );

  it('tell an empty phone number from a wrong one', () => {
    expect(fieldFaults(withForm({ applyUserPhone: '' }), m).applyUserPhone).toBe(
      '电话号码不能为空！',
    );
  });

  it('need extraction elements for reprocessing only', () => {
    expect(fieldFaults({ ...GOOD, type: 2 }, m)).toHaveProperty('extractingElements');
    expect(fieldFaults(GOOD, m)).toEqual({});
  });

  it('leave open by when reprocessed data are needed', () => {
    const reprocessing: Application = { ...withForm({ extractingElements: '断层' }), type: 2 };
    expect(fieldFaults(reprocessing, m)).toEqual({});
  });
});
