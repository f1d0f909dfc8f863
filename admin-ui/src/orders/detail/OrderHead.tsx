import ArrowBack from '@mui/icons-material/ArrowBack';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type Order, StateChip, useMessages } from '@scenedock/ui-kit';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { ActionBar } from '../actions/ActionBar';
import { ConfirmDialog } from '../dialogs/ConfirmDialog';
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
        <BackButton order={order} dirty={papers.dirty} />
        <Typography component="h1" variant="h1" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {order.ordername}
        </Typography>
        <StateChip status={order.sstatus} />
        <Typography color="textSecondary">
          {kind} · {m.orderType[order.type]}
        </Typography>
        <Box sx={{ flex: 1 }} />
        <ActionBar order={order} papers={papers} onLeave={onLeave} />
      </Stack>
    </Box>
  );
}

function BackButton({ order, dirty }: { order: Order; dirty: boolean }) {
  const m = useAdminMessages();
  const navigate = useNavigate();
  const { state } = useLocation();
  const [asking, setAsking] = useState(false);
  useWarnOnUnload(dirty);
  const list = listOf(order.sstatus);
  const from = (state as { from?: string } | null)?.from ?? list.path;
  const back = () => void navigate(from);
  return (
    <>
      <Button startIcon={<ArrowBack />} onClick={() => (dirty ? setAsking(true) : back())}>
        {m.detail.back}
      </Button>
      {asking && (
        <ConfirmDialog
          text={m.detail.leaveUploads}
          onConfirm={back}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** Closing the tab would lose uploads that are not saved: the browser asks first. */
function useWarnOnUnload(dirty: boolean) {
  useEffect(() => {
    if (!dirty) {
      return;
    }
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [dirty]);
}
