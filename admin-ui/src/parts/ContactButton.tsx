import Button from '@mui/material/Button';
import { useMessages } from '@scenedock/ui-kit';

/** Leads to the portal's page of whom to ask, which stays open beside the back office. */
export function ContactButton() {
  const { orders } = useMessages();
  return (
    <Button href="/contactUs" target="_blank">
      {orders.contactPage}
    </Button>
  );
}
