import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useMessages } from '@scenedock/ui-kit';
import { Link } from 'react-router';
import { ContactButton } from '../contact/ContactButton';
import { GuidePage } from './GuidePage';

/** Where people are sent while the system is being maintained (portal specification section 2: maintenance). */
export default function MaintenancePage() {
  const { guide } = useMessages();
  const { title, text, back } = guide.maintenance;
  return (
    <GuidePage title={title} intro={text}>
      <Stack direction="row" sx={{ gap: 1 }}>
        <Button component={Link} to="/search" variant="contained">
          {back}
        </Button>
        <ContactButton />
      </Stack>
    </GuidePage>
  );
}
