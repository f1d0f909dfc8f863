import Button from '@mui/material/Button';
import { type TaskFilter, type Wait, WaitList, type WaitRemedy } from '@scenedock/ui-kit';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { MONITOR, USERS } from '../../layout/menuPages';
import { orderPath } from '../orderPath';
import { TaskActDialog, type TaskActName } from './TaskActDialog';

/** What the button of a remedy does to the tasks themselves. The others are done where their own form is. */
const ACTS: Readonly<Partial<Record<WaitRemedy, TaskActName>>> = {
  raise_priority: 'set_priority',
  resume: 'resume',
  retry: 'retry',
};

interface RemediedWaitsProps {
  waits: readonly Wait[];
  /** The tasks that wait. */
  filter: TaskFilter;
  /** What is read afresh afterwards. */
  topic: string;
  /** The order's id, where it is not its own page that shows this. */
  orderId?: string | undefined;
  /** Whose account they are of. */
  loginName?: string | undefined;
  /** On the order's own page: its buttons are in sight. */
  onPage?: boolean;
}

/** Reasons with the buttons that remove them. */
export function RemediedWaits(props: RemediedWaitsProps) {
  const { waits, filter, topic, orderId, loginName, onPage = false } = props;
  const { tasks: m } = useAdminMessages();
  const [act, setAct] = useState<TaskActName | null>(null);
  const button = (remedy: WaitRemedy) => {
    if (remedy === 'probe_source') {
      return (
        <Button key={remedy} size="small" component={RouterLink} to={MONITOR}>
          {m.remedies[remedy]}
        </Button>
      );
    }
    const name = ACTS[remedy];
    if (name !== undefined) {
      return (
        <Button key={remedy} size="small" variant="outlined" onClick={() => setAct(name)}>
          {m.remedies[remedy]}
        </Button>
      );
    }
    const to =
      remedy === 'enable_account'
        ? `${USERS}${loginName === undefined ? '' : `?q=${encodeURIComponent(loginName)}`}`
        : orderId && orderPath(orderId);
    if (to === undefined || (onPage && remedy !== 'enable_account')) return null;
    return (
      <Button key={remedy} size="small" component={RouterLink} to={to}>
        {m.remedies[remedy]}
      </Button>
    );
  };
  return (
    <>
      <WaitList waits={waits} buttons={({ remedies }) => remedies.map(button)} />
      {act !== null && (
        <TaskActDialog act={act} filter={filter} topic={topic} onClose={() => setAct(null)} />
      )}
    </>
  );
}
