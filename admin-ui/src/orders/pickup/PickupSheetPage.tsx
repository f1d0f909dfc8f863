import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import GlobalStyles from '@mui/material/GlobalStyles';
import Stack from '@mui/material/Stack';
import {
  api,
  ErrorState,
  Loading,
  PickupSheet,
  tokens,
  useConfig,
  useMessages,
} from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { Authenticated } from 'react-admin';
import { Link, useParams } from 'react-router-dom';
import { orderPath } from '../list/lists';

/** Nothing but the sheet goes on paper. */
const PRINT = (
  <GlobalStyles
    styles={{
      '@page': { size: 'A4', margin: '14mm' },
      '@media print': { body: { backgroundColor: `${tokens.paper.ground} !important` } },
    }}
  />
);

/** The sheet that is signed when an offline copy is handed out, ready to be printed. */
export function PickupSheetPage() {
  const { id = '' } = useParams();
  return (
    <Authenticated>
      {PRINT}
      <Box
        component="main"
        sx={{ minHeight: '100vh', p: { xs: 1, sm: 3 }, '@media print': { p: 0 } }}
      >
        <Bar id={id} />
        <Sheet id={id} />
      </Box>
    </Authenticated>
  );
}

function Bar({ id }: { id: string }) {
  const { common, detail } = useMessages();
  return (
    <Stack
      direction="row"
      sx={{
        maxWidth: 860,
        mx: 'auto',
        mb: 2,
        gap: 1,
        justifyContent: 'space-between',
        '@media print': { display: 'none' },
      }}
    >
      <Button component={Link} to={orderPath(id)} variant="outlined" size="medium">
        {common.back}
      </Button>
      <Button variant="contained" size="medium" onClick={() => window.print()}>
        {detail.print}
      </Button>
    </Stack>
  );
}

function Sheet({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['orders', 'pickup', id],
    queryFn: ({ signal }) => api.orders.pickup(id, { signal }),
    retry: false,
  });
  const sysName = useConfig().sysName;
  if (error) {
    return <ErrorState error={error} onRetry={() => void refetch()} />;
  }
  return data ? <PickupSheet pickup={data} sysName={sysName} /> : <Loading />;
}
