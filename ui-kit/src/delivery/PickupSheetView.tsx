import PrintOutlined from '@mui/icons-material/PrintOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import GlobalStyles from '@mui/material/GlobalStyles';
import Stack from '@mui/material/Stack';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { api } from '../api/endpoints';
import { useConfig } from '../api/useConfig';
import { useMessages } from '../messages/LocaleProvider';
import { QueryResult } from '../parts/States';
import { tokens } from '../tokens';
import { PickupSheet } from './PickupSheet';

/** Nothing but the sheet goes on paper. */
const PRINT = (
  <GlobalStyles
    styles={{
      '@page': { size: 'A4', margin: '14mm' },
      '@media print': { body: { backgroundColor: `${tokens.paper.ground} !important` } },
    }}
  />
);

/** What is to be fetched of an offline copy, read once for panel and sheet. */
export function usePickup(orderId: string) {
  return useQuery({
    queryKey: ['orders', 'pickup', orderId],
    queryFn: ({ signal }) => api.orders.pickup(orderId, { signal }),
  });
}

/** The sheet that is signed when an offline copy is handed out, by itself and ready to be printed. */
export function PickupSheetView({ orderId, back }: { orderId: string; back: string }) {
  const m = useMessages();
  const { sysName } = useConfig();
  const query = usePickup(orderId);
  const { data } = query;
  useEffect(() => {
    if (data !== undefined) document.title = `${m.detail.pickupSheetTitle} ${data.ordername}`;
  }, [data, m]);
  return (
    <Box
      component="main"
      sx={{ minHeight: '100vh', p: { xs: 1, sm: 3 }, '@media print': { p: 0 } }}
    >
      {PRINT}
      <Stack
        direction="row"
        sx={{
          maxWidth: 860,
          mx: 'auto',
          mb: 2,
          justifyContent: 'space-between',
          '@media print': { display: 'none' },
        }}
      >
        <Button component={Link} to={back}>
          {m.common.back}
        </Button>
        <Button
          variant="contained"
          startIcon={<PrintOutlined />}
          disabled={data === undefined}
          onClick={() => window.print()}
        >
          {m.detail.print}
        </Button>
      </Stack>
      <QueryResult query={query}>
        {(pickup) => <PickupSheet pickup={pickup} sysName={sysName} />}
      </QueryResult>
    </Box>
  );
}
