import { RecoveryCodeList, useMessages } from '@scenedock/ui-kit';
import { useLeaveQuestion } from '../parts/useLeaveQuestion';

type Props = { codes: readonly string[]; onNoted: () => void };

/** Recovery codes that were just made: nobody leaves them, nor the tab, without a question before they are noted. */
export function NewCodes({ codes, onNoted }: Props) {
  const { secondFactor: m } = useMessages();
  const release = useLeaveQuestion(true, m.leaveCodes);
  const note = () => {
    release();
    onNoted();
  };
  return <RecoveryCodeList codes={codes} onNoted={note} />;
}
