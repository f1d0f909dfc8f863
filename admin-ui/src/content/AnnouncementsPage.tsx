import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { ResourceList } from '../parts/list/ResourceList';
import { PageHead } from '../parts/PageHead';
import { useMay } from '../providers/useMe';
import { AnnouncementTable } from './AnnouncementTable';

/** Every announcement, in the order in which they pass. */
export function AnnouncementsPage() {
  const { announcements: m } = useAdminMessages();
  const mayWrite = useMay('/content/save');
  return (
    <ResourceList resource="announcements" title={m.title} conditions={{}}>
      <PageHead title={m.title}>
        {mayWrite && (
          <Button
            component={Link}
            to="/announcements/new"
            variant="contained"
            size="medium"
            startIcon={<Add />}
          >
            {m.add}
          </Button>
        )}
      </PageHead>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        {m.intro}
      </Typography>
      <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
        <AnnouncementTable />
      </Paper>
    </ResourceList>
  );
}
