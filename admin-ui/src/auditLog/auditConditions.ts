import type { AuditOutcome, AuditSubject } from '@scenedock/ui-kit';

export const AUDIT_SUBJECTS = [
  'session',
  'account',
  'role',
  'order',
  'paper',
  'delivery',
  'subscription',
  'scope',
  'catalogue',
  'region',
  'setting',
  'dictionary',
  'news_type',
  'news',
  'announcement',
  'content_page',
  'content_picture',
  'guide_video',
  'yearly_report',
  'receive_task',
  'research_result',
  'client_system',
  'push_target',
  'shelf',
  'webhook',
  'archive_source',
  'request',
] as const satisfies AuditSubject[];
export const AUDIT_OUTCOMES = ['done', 'refused'] as const satisfies AuditOutcome[];

/** What the address may say of the list. */
export const AUDIT_CONDITIONS = {
  subject: AUDIT_SUBJECTS,
  outcome: AUDIT_OUTCOMES,
  q: 'text',
} as const;
