import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { PageHead } from '../parts/PageHead';
import { ReceiveHistory } from './ReceiveHistory';
import { ReceiveTaskDialog } from './ReceiveTaskDialog';
import { ReceiveTaskTable } from './ReceiveTaskTable';
import { useMayReceive } from './useMayReceive';

interface ReceiveTasksProps {
  /** Those that copy from another installation, or the others. */
  synchronises: boolean;
}

/** Sources that scenes come in from by themselves: the list, or the history of one. */
export function ReceiveTasks({ synchronises }: ReceiveTasksProps) {
  const { receiving, synchronisation } = useAdminMessages();
  const m = synchronises ? synchronisation : receiving;
  const [params] = useSearchParams();
  const [adding, setAdding] = useState(false);
  const mayReceive = useMayReceive();
  const task = params.get('task');
  if (task !== null) return <ReceiveHistory key={task} id={task} />;
  return (
    <>
      <PageHead title={m.title}>
        {mayReceive && (
          <Button
            variant="contained"
            size="medium"
            startIcon={<Add />}
            onClick={() => setAdding(true)}
          >
            {m.add}
          </Button>
        )}
      </PageHead>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        {m.intro}
      </Typography>
      <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
        <ReceiveTaskTable synchronises={synchronises} words={m} />
      </Paper>
      {adding && <ReceiveTaskDialog synchronises={synchronises} onClose={() => setAdding(false)} />}
    </>
  );
}
