import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { Link } from 'react-router';
import { ContactButton } from '../contact/ContactButton';
import { GuidePage } from './GuidePage';
import { useGuide } from './useGuide';

/** Where people are sent while the system is being maintained (portal specification section 2: maintenance). */
export default function MaintenancePage() {
  const { title, text, back } = useGuide().maintenance;
  return (
    <GuidePage page="maintenance" title={title} intro={text}>
      <Stack direction="row" sx={{ gap: 1 }}>
        <Button component={Link} to="/search" variant="contained">
          {back}
        </Button>
        <ContactButton />
      </Stack>
    </GuidePage>
  );
}
