import { zhCN } from '@scenedock/ui-kit';
import { pluralsOfOne } from '@scenedock/ui-kit/testing';
import { expect, it } from 'vitest';
import { en as enKit } from '../../../ui-kit/src/messages/en';
import { ORDER_LISTS } from '../orders/list/lists';
import { en } from './en';
import { makeI18nProvider } from './provider';
import { zh } from './zh';

const LOCALES = [
  ['zh-CN', zh, zhCN],
  ['en', en, enKit],
] as const;

it.each(LOCALES)('lists are called by the state they hold (%s)', (_, own, kit) => {
  for (const { slug, statuses } of ORDER_LISTS) {
    const [state] = statuses;
    if (state !== undefined) expect(own.list[slug]).toBe(kit.orderStatus[state]);
  }
});

it.each([
  ['zh-CN', zhCN],
  ['en', enKit],
] as const)('the way out is called as in the portal (%s)', (locale, { nav }) => {
  const { translate } = makeI18nProvider(locale);
  expect(translate('ra.auth.logout')).toBe(nav.signOut);
  expect(translate('ra.auth.user_menu')).toBe(nav.account);
});

/** Every text of a tree, with the way to it. */
function texts(tree: object, way = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value === 'string') return [[`${way}${key}`, value] as [string, string]];
    return typeof value === 'object' && value !== null ? texts(value, `${way}${key}.`) : [];
  });
}

it('what is done to an order is named once, not once in each app', () => {
  const actions = new Set(Object.values(zhCN.orderAction));
  const doubled = texts({ row: zh.row, detail: zh.detail, dialog: zh.dialog }).filter(([, text]) =>
    actions.has(text),
  );
  expect(doubled).toEqual([]);
});

it('English counts one thing in the singular', () => {
  const { uploadCaptions, removeCaptions } = en.guideVideo;
  // These begin with a word, not with a number.
  const uncounted = [uploadCaptions, removeCaptions, en.statistics.ordersOf].map((text) =>
    text(1 as never),
  );
  const texts = pluralsOfOne(en).filter((text) => !uncounted.includes(text));
  expect(texts).toEqual([]);
});

it('months have their names', () => {
  expect([1, 12].map(en.yearlyReport.monthName)).toEqual(['January', 'December']);
  expect(zh.yearlyReport.monthName(1)).toBe('1 月');
});
