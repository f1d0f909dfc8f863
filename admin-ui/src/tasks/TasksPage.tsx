import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useOpenOne } from '../parts/list/useOpenOne';
import { PageHead } from '../parts/PageHead';
import { AttemptView } from './attempts/AttemptView';
import { FailureList } from './FailureList';
import { TaskDrawer } from './TaskDrawer';
import { TaskList } from './TaskList';
import { useTaskView } from './useTaskView';

/** Every task of the workers: why it waits, what failed, and what is done about it. */
export function TasksPage() {
  const { tasks: m, attempts } = useAdminMessages();
  const { view, turnTo } = useTaskView();
  const { openId, open } = useOpenOne('task');
  return (
    <>
      <PageHead title={m.title} />
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {m.intro}
      </Typography>
      <Tabs
        value={view}
        onChange={(_, chosen: typeof view) => turnTo(chosen)}
        aria-label={m.title}
        sx={{ mb: 1.5 }}
      >
        <Tab value="list" label={m.list} />
        <Tab value="failures" label={m.failures} />
        <Tab value="attempts" label={attempts.tab} />
      </Tabs>
      {view === 'list' && <TaskList onOpen={open} />}
      {view === 'failures' && <FailureList />}
      {view === 'attempts' && <AttemptView onOpen={open} />}
      {openId !== null && <TaskDrawer id={openId} onClose={() => open(null)} />}
    </>
  );
}
