import { type ResearchResult, researchResults, useResultWords } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { ReasonDialog } from '../parts/ReasonDialog';
import { useCall } from '../parts/useCall';

interface RefusalDialogProps {
  one: ResearchResult;
  onClose: () => void;
}

/** Why a result does not count: its owner reads it. */
export function RefusalDialog({ one, onClose }: RefusalDialogProps) {
  const { results: m } = useAdminMessages();
  const w = useResultWords();
  const { run, busy, refusal } = useCall(['results']);
  const { version } = one;
  const refuse = (reason: string) => {
    const call = () => researchResults.decide(one.id, { decision: 'refuse', reason, version });
    void run(call, { ok: m.done, failed: m.failed, inPlace: true }).then((outcome) => {
      if (outcome === 'accepted') onClose();
    });
  };
  return (
    <ReasonDialog
      title={m.refuseTitle(one.title)}
      label={w.reason}
      needed={m.reasonNeeded}
      busy={busy}
      refusal={refusal}
      onConfirm={refuse}
      onCancel={onClose}
    />
  );
}
