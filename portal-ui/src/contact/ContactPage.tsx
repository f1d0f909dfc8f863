import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMessages } from '@scenedock/ui-kit';
import { Panel } from '../parts/Panel';
import { useConfig } from '../parts/useConfig';

export default function ContactPage() {
  const m = useMessages();
  const { contactTele, contactAddress } = useConfig();
  return (
    <Stack spacing={2}>
      <Typography variant="h1">{m.contact.title}</Typography>
      <Panel title={m.contact.intro}>
        <Typography>
          {m.contact.phone}：{contactTele || m.contact.none}
        </Typography>
        <Typography>
          {m.contact.address}：{contactAddress || m.contact.none}
        </Typography>
      </Panel>
    </Stack>
  );
}
