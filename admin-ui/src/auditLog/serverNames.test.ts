import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zhCN } from '@scenedock/ui-kit';
import { expect, it } from 'vitest';
import { zh } from '../i18n/zh';

/** What the server writes into the file of the log: the page and the file name the same things. */
const source = readFileSync(
  join(import.meta.dirname, '../../../domain/src/audit_log/names.rs'),
  'utf8',
);

const snakeCase = (variant: string) => variant.replace(/\B[A-Z]/g, '_$&').toLowerCase();

/** The words of a block of the source, by the codes of its variants. */
function wordsOf(head: string): Record<string, string> {
  const [, after] = source.split(head);
  const block = after?.split('\n}')[0] ?? '';
  const arms = block.matchAll(/((?:\w+::\w+(?: \| )?)+) => "([^"]+)"/g);
  const words = [...arms].flatMap(([, variants = '', word = '']) =>
    [...variants.matchAll(/::(\w+)/g)].map(([, variant = '']) => [snakeCase(variant), word]),
  );
  return Object.fromEntries(words);
}

const { open, ...accountActions } = zh.users.actions;
const { check, refuse, own } = zh.results;

it.each([
  ['impl AuditSubject', zh.auditLog.subjects],
  ['impl AuditOutcome', zh.auditLog.outcomes],
  ['const fn account(', accountActions],
  ['const fn role(', zh.roles.actions],
  ['const fn order(', { ...zhCN.orderAction, ...zhCN.systemAction }],
  ['const fn subscription(', zh.subscriptionDesk.actions],
  ['const fn scope(', zh.scopes.actions],
  ['const fn catalogue(', zh.directory.actions],
  ['const fn region(', zh.regions.actions],
  ['const fn publication(', zh.content.actions],
  ['const fn receive(', zh.receiving.actions],
  ['const fn result(', { check, refuse }],
  ['const fn own_result(', own],
  ['const fn client_system(', zh.clientSystems.actions],
  ['const fn destination(', zh.auditLog.destinations],
  ['const fn shelf(', zh.auditLog.shelf],
  ['const fn request(', zh.auditLog.methods],
] as const)('the file has the words of the page: %s', (head, words) => {
  expect(wordsOf(head)).toEqual(words);
});

it.each([
  ['Self::ImportOrders', zh.auditLog.importOrders],
  ['Self::UndoDecision', zh.auditLog.undoDecision],
  ['Self::SignIn', zh.auditLog.signIn],
  ['Self::SignOut', zh.auditLog.signOut],
  ['Self::OpenPersonalData', open],
  ['Self::OpenPaper | Self::OpenDelivery', zh.auditLog.open],
  ['Self::EndFtpSession', zh.auditLog.endSession],
  ['Self::ChangeArchiveSource | Self::ChangeSetting | Self::ChangeDictionary', zh.auditLog.change],
  ['Self::ProbeArchiveSource', zh.auditLog.probe],
])('and of what has no rules of its own: %s', (variants, word) => {
  expect(source).toContain(`${variants} => "${word}"`);
});
