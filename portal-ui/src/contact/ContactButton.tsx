import Button from '@mui/material/Button';
import { useMessages } from '@scenedock/ui-kit';
import { Link } from 'react-router';

/** Leads to whom to ask. */
export function ContactButton() {
  const m = useMessages();
  return (
    <Button component={Link} to="/contactUs">
      {m.orders.contactPage}
    </Button>
  );
}
