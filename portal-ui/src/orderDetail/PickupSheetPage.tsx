import PrintOutlined from '@mui/icons-material/PrintOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import {
  ErrorState,
  Loading,
  PickupSheet,
  tokens,
  useConfig,
  useMessages,
} from '@scenedock/ui-kit';
import { useEffect } from 'react';
import { Link, useParams } from 'react-router';
import { orderPath } from '../orderRoutes';
import { usePickup } from './PickupPanel';

/** The pick-up sheet by itself, made for paper. */
export default function PickupSheetPage() {
  const m = useMessages();
  const id = useParams().id ?? '';
  const { sysName } = useConfig();
  const { data, error, refetch } = usePickup(id);
  useEffect(() => {
    if (data !== undefined) document.title = `${m.detail.pickupSheetTitle} ${data.ordername}`;
  }, [data, m]);
  return (
    <Box
      component="main"
      sx={{ p: { xs: 1, sm: 3 }, '@media print': { p: 0, bgcolor: tokens.paper.ground } }}
    >
      <Stack
        direction="row"
        sx={{ gap: 1, mb: 2, maxWidth: 860, mx: 'auto', '@media print': { display: 'none' } }}
      >
        <Button component={Link} to={orderPath(id)}>
          {m.common.back}
        </Button>
        <Box sx={{ flex: 1 }} />
        <Button
          variant="contained"
          startIcon={<PrintOutlined />}
          disabled={data === undefined}
          onClick={() => window.print()}
        >
          {m.detail.print}
        </Button>
      </Stack>
      {error !== null && data === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : null}
      {data === undefined && error === null ? <Loading /> : null}
      {data === undefined ? null : <PickupSheet pickup={data} sysName={sysName} />}
    </Box>
  );
}
