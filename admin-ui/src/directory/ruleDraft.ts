import type { IngestRule, IngestRules, IngestRulesDraft } from '@scenedock/ui-kit';

/** The patterns of a rule. */
export const PATTERNS = ['collection', 'satellite', 'sensor', 'level'] as const;

/** A node that nobody has chosen yet. */
export const NO_NODE = 0;

/** A rule that nobody has written yet. */
export const emptyRule = (): IngestRule => ({
  collection: '',
  satellite: '',
  sensor: '',
  level: '',
  nodeId: NO_NODE,
});

export const draftOf = ({ rules, fallbackId }: IngestRules): IngestRulesDraft => ({
  // Which number a rule has is said by its place in the list.
  rules: rules.map(({ number: _, ...rule }) => rule),
  fallbackId,
});

/** Whether two drafts say the same. */
export function sameDraft(a: IngestRulesDraft, b: IngestRulesDraft): boolean {
  const text = ({ rules, fallbackId }: IngestRulesDraft) =>
    JSON.stringify([
      fallbackId ?? null,
      rules.map((rule) => [...PATTERNS.map((name) => (rule[name] ?? '').trim()), rule.nodeId]),
    ]);
  return text(a) === text(b);
}

/** A rule for everything would hide those behind it. */
export const isEmpty = (rule: IngestRule) =>
  PATTERNS.every((name) => /^\**$/.test((rule[name] ?? '').trim()));

/** Whether the draft can be sent. */
export const isGood = ({ rules }: IngestRulesDraft) =>
  rules.every((rule) => !isEmpty(rule) && rule.nodeId !== NO_NODE);
