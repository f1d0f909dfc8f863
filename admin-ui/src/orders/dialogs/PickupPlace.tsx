import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMessages } from '@scenedock/ui-kit';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { useConfig } from '../../login/useConfig';
import { CopyField } from '../../parts/CopyField';
import { Fact, Facts } from '../../parts/Facts';

/** Where an offline copy is handed out, and where it lies for whoever copies it. */
export function PickupPlace({ physicalPath }: { physicalPath?: string | null }) {
  const { orders } = useMessages();
  const { detail } = useAdminMessages();
  const config = useConfig();
  return (
    <Stack spacing={1.5}>
      <Facts columns={1}>
        <Fact label={orders.phone}>{config.data?.contactTele || '-'}</Fact>
        <Fact label={orders.address}>{config.data?.contactAddress || '-'}</Fact>
      </Facts>
      {physicalPath ? (
        <CopyField label={orders.physicalPath} text={physicalPath} />
      ) : (
        <Typography variant="body2" color="textSecondary">
          {detail.notStaged}
        </Typography>
      )}
      <Link href="/contactUs" target="_blank" sx={{ alignSelf: 'flex-start' }}>
        {orders.contactPage}
      </Link>
    </Stack>
  );
}
