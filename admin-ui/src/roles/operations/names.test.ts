import { type GuardedOperation, type Messages, zhCN } from '@scenedock/ui-kit';
import { describe, expect, it } from 'vitest';
import { en as enKit } from '../../../../ui-kit/src/messages/en';
import { en as enOffice } from '../../i18n/en';
import { type AdminMessages, zh as zhOffice } from '../../i18n/zh';
import { enOperations } from './en';
import { zhOperations } from './zh';

/** Buttons and pages, as their screens call them: each word stands in the name of its operation. */
const WORDS: Partial<Record<GuardedOperation, (m: Messages, a: AdminMessages) => string[]>> = {
  decideOrder: (_, a) => [a.desk.approve, a.desk.reject],
  undoDecision: (_, a) => [a.desk.undo],
  putAwayDroppedDecision: (_, a) => [a.desk.putAway],
  getAuditDesk: (_, a) => [a.desk.title],
  getDashboard: (_, a) => [a.dashboard.title],
  auditOrder: (m) => [m.orderAction.approve],
  rejectOrder: (m) => [m.orderAction.reject],
  getDataAgainAll: (m) => [m.orderAction.reextract],
  continueWithoutFailed: (m) => [m.orderAction.continue_without_failed],
  retryPreparation: (m) => [m.orderAction.retry_preparation],
  cancelPreparation: (m) => [m.orderAction.cancel_preparation],
  completeOrder: (m) => [m.orderAction.complete],
  markOverdue: (m) => [m.orderAction.mark_overdue],
  reopenOrder: (m) => [m.orderAction.reopen],
  extendDelivery: (m) => [m.orderAction.extend],
  orderSetPriority: (m) => [m.orderAction.set_priority],
  orderSetEmergency: (m, a) => [m.orderAction.set_emergency, a.detail.endEmergency],
  requestExtension: (m) => [m.orderAction.request_extension],
  userFeedback: (m) => [m.orderAction.give_feedback],
  cloneOrder: (m) => [m.orderAction.clone],
  withdrawOrder: (m) => [m.orderAction.withdraw],
  submitOrder: (m) => [m.orderAction.submit],
  createOrder: (m) => [m.form.save, m.form.submit],
  reuseAttachment: (m) => [m.form.reuse],
  getUpdateOrderStatus: (m) => [m.common.delete],
  addOrderScenes: (m) => [m.addTo.button],
  getDelivery: (m) => [m.delivery.title],
  ShopSave: (m) => [m.search.addToCart],
  ShopList: (m) => [m.nav.cart],
  getExports: (m) => [m.nav.exports],
  deriveShpByNewByOrderId: (m) => [m.exports.open],
  subscribeMyList: (m) => [m.nav.subscriptions],
  decideResult: (_, a) => [a.results.check, a.results.refuse],
  exportResults: (_, a) => [a.results.export],
  subscribeAudit: (_, { subscriptionDesk: d }) => [d.approve, d.refuse, d.suspend, d.lift],
  ftpManagerLimits: (_, a) => [a.subscriptionDesk.limits],
  ftpManagerTry: (_, a) => [a.subscriptionDesk.tryOut],
  ftpManagerStop: (_, a) => [a.subscriptionDesk.stop],
  ftpManagerResume: (_, a) => [a.subscriptionDesk.resume],
  orderCount: (_, a) => [a.statistics.title, a.statistics.tabs.overview],
  getPreparationFigures: (_, a) => [a.statistics.title, a.statistics.tabs.preparation],
  exportOrderCount: (_, a) => [a.statistics.saveWorkbook],
  exportDownloadFigures: (_, a) => [a.downloads.workbook, a.downloads.title],
  exportReceivedFiguresCsv: (_, a) => [a.received.table, a.received.title],
  exportCoverageCsv: (_, a) => [a.coverage.table, a.coverage.title],
  getUserBehaviors: (_, a) => [a.behaviours.log],
  listAuditLog: (_, a) => [a.auditLog.title],
  listRegistry: (_, a) => [a.registry.title],
  exportRegistryWorkbook: (_, a) => [a.registry.xlsx],
  publishYearlyReport: (_, a) => [a.yearlyReport.publish],
  createNews: (_, a) => [a.news.add],
  changeNews: (_, a) => [a.news.publish, a.news.withdraw],
  createNewsType: (_, a) => [a.newsTypes.add],
  createAnnouncement: (_, a) => [a.announcements.add],
  changeAnnouncement: (_, a) => [a.announcements.editTitle],
  revertContentPage: (_, a) => [a.contentPages.revert],
  getGuideVideoState: (_, a) => [a.guideVideo.title],
  createUser: (_, a) => [a.users.add],
  approveUser: (_, a) => [a.users.approve],
  refuseUser: (_, a) => [a.users.refuse],
  disableUser: (_, a) => [a.users.disable],
  enableUser: (_, a) => [a.users.enable],
  extendUser: (_, a) => [a.users.extend],
  resetUserPassword: (_, a) => [a.users.resetPassword],
  removeSecondFactor: (_, a) => [a.users.removeSecondFactor],
  endProviderLink: (_, a) => [a.users.endProviderLink],
  endUserSessions: (_, a) => [a.users.endSessions],
  openPersonalData: (_, a) => [a.users.openPersonalData],
  importUsers: (_, a) => [a.users.import.title],
  getImportTemplate: (_, a) => [a.users.import.template],
  createRole: (_, a) => [a.roles.add],
  grantRoles: (_, a) => [a.roles.grant],
  separateAdministrators: (_, a) => [a.roles.separation.tab],
  grantScope: (_, a) => [a.scopes.add],
  changeScopeGrant: (_, a) => [a.scopes.edit],
  revokeScopeGrant: (_, a) => [a.scopes.revokeTitle],
  explainScope: (_, a) => [a.scopes.explain],
  addUnitNode: (_, a) => [a.units.add],
  moveUnit: (_, a) => [a.units.tasks.move],
  createCatalogNode: (_, a) => [a.directory.add],
  deleteCatalogNode: (_, a) => [a.directory.removeTitle],
  withdrawScenes: (_, a) => [a.directory.withdrawal.open],
  dryRunIngestRules: (_, a) => [a.directory.dryRun],
  importInstruments: (_, a) => [a.instruments.import.title],
  exportInstruments: (_, a) => [a.instruments.export],
  restoreRegion: (_, a) => [a.regions.restore],
  createRegion: (_, a) => [a.regions.add],
  createReceiveTask: (_, a) => [a.receiving.add],
  runReceiveTask: (_, a) => [a.receiving.runNow],
  pauseReceiveTask: (_, a) => [a.receiving.pause],
  startReceiveTaskOver: (_, a) => [a.receiving.startOver],
  dryRunReceiving: (_, a) => [a.receiving.tryOut],
  exportFields: (_, a) => [a.fields.export],
  deleteFieldList: (_, a) => [a.fields.delete],
  importFields: (_, a) => [a.fields.import.title],
  listSysInfos: (_, a) => [a.system.title],
  createWebhook: (_, a) => [a.webhooks.add],
  createClientSystem: (_, a) => [a.clientSystems.add],
  issueAccessToken: (_, a) => [a.clientSystems.token.issue],
  revokeAccessToken: (_, a) => [a.clientSystems.token.revoke],
  getMonitor: (_, a) => [a.monitor.title],
  actOnTasks: ({ orderAction }, { tasks: { acts } }) => [
    ...[acts.pause, acts.resume, acts.retry, acts.cancel],
    orderAction.set_priority,
  ],
  probeArchiveSource: (_, a) => [a.monitor.probe],
  setArchiveSourceLimits: (_, a) => [a.monitor.changeLimits],
  endFtpSession: (_, a) => [a.monitor.endSession],
};

describe.each([
  ['zh-CN', zhOperations, zhCN, zhOffice],
  ['en', enOperations, enKit, enOffice],
] as const)('the names of operations (%s)', (_, names, kit, office) => {
  it('are the words of the screens', () => {
    const differing = Object.entries(WORDS).flatMap(([operation, words]) =>
      words(kit, office)
        .filter((word) => !nameOf(operation).includes(word.toLowerCase()))
        .map((word) => `${operation}: “${nameOf(operation)}” without “${word}”`),
    );
    expect(differing).toEqual([]);
  });

  it('tell the operations apart', () => {
    const all = Object.values(names);
    expect(new Set(all).size).toBe(all.length);
  });

  const nameOf = (operation: string) => names[operation as GuardedOperation].toLowerCase();
});
