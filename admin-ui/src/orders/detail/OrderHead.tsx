import ArrowBack from '@mui/icons-material/ArrowBack';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { ExpiryChip, type Order, StateChip, ToneChip, useMessages } from '@scenedock/ui-kit';
import { Link, useLocation } from 'react-router-dom';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { LeaveQuestion } from '../../parts/LeaveQuestion';
import { ActionBar } from '../actions/ActionBar';
import { listOf } from '../list/lists';
import type { PaperDraft } from '../papers';

interface OrderHeadProps {
  order: Order;
  papers: PaperDraft;
  onLeave: () => void;
}

/** Number, state and buttons; stays in sight while the page scrolls. */
export function OrderHead({ order, papers, onLeave }: OrderHeadProps) {
  const m = useMessages();
  const { detail } = useAdminMessages();
  const kind = order.dataType === '1' ? m.order.archiveData : m.order.productData;
  return (
    <Box
      sx={{
        position: { xs: 'static', md: 'sticky' },
        top: 48,
        zIndex: 5,
        bgcolor: 'background.default',
        mx: { xs: -1, md: -2 },
        px: { xs: 1, md: 2 },
        mt: { xs: -1, md: -2 },
        py: 1.5,
        mb: 0.5,
      }}
    >
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1.5, flexWrap: 'wrap' }}>
        <BackButton order={order} />
        <LeaveQuestion text={m.form.leaveUploads} unsaved={papers.dirty || papers.isUploading} />
        <Typography component="h1" variant="h1" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {order.ordername}
        </Typography>
        <StateChip status={order.sstatus} cancelledBy={order.cancelledBy} />
        {order.emergency !== null && <ToneChip tone="danger" label={detail.emergency} />}
        {order.expiresAt && <ExpiryChip expiresAt={order.expiresAt} />}
        <Typography color="textSecondary">
          {kind} · {m.orderType[order.type]}
        </Typography>
        <Box sx={{ flex: 1 }} />
        <ActionBar order={order} papers={papers} onLeave={onLeave} />
      </Stack>
    </Box>
  );
}

function BackButton({ order }: { order: Order }) {
  const m = useAdminMessages();
  const { state } = useLocation();
  const from = (state as { from?: string } | null)?.from ?? listOf(order.sstatus).path;
  return (
    <Button startIcon={<ArrowBack />} component={Link} to={from}>
      {m.detail.back}
    </Button>
  );
}
