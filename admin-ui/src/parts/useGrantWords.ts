import { formatTime, type ScopeSubjectKind, useMessages } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useNodes } from './useNodes';

/** What a grant says, in words. */
export function useGrantWords() {
  const { common } = useMessages();
  const { scopes: m } = useAdminMessages();
  const nodes = useNodes();
  const labelOf = (id: number) => nodes.find((node) => node.id === id)?.label ?? String(id);
  return {
    nameOf: ({ subject, subjectName }: { subject: ScopeSubjectKind; subjectName: string }) =>
      subject === 'everybody' ? m.subjects.everybody : subjectName,
    nodesOf: (ids: readonly number[] | null) =>
      ids === null ? m.allNodes : ids.map(labelOf).join(common.listComma),
    areaOf: ({ hasArea, areaName }: { hasArea: boolean; areaName: string }) =>
      hasArea ? areaName || m.drawn : m.everywhere,
    untilOf: (until: string | null) => (until === null ? m.forGood : formatTime(until)),
  };
}
