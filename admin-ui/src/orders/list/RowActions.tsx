import AttachFile from '@mui/icons-material/AttachFile';
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import HighlightOff from '@mui/icons-material/HighlightOff';
import RateReviewOutlined from '@mui/icons-material/RateReviewOutlined';
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import IconButton, { type IconButtonProps } from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import { DeliveryDialog, FeedbackFrame, type Order, useMessages } from '@scenedock/ui-kit';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { ContactButton } from '../../parts/ContactButton';
import { orderPath } from '../../parts/orderPath';
import { usePendingDecision } from '../pendingDecision/PendingDecisions';
import { UndoIcon } from '../pendingDecision/PendingInList';
import { useListAudit } from './ListAudit';
import { PickupIcon } from './PickupIcon';

type Open = 'delivery' | 'feedback' | null;

/** Only lists of what a figure counts have such. */
export const isDeleted = ({ sstatus }: Order) => sstatus === -2;

/** What a row offers; approving and rejecting only where the server allows it. */
export function RowActions({ order }: { order: Order }) {
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  if (isDeleted(order)) return null;
  return (
    <Stack direction="row" sx={{ mx: -0.5 }}>
      <DetailsIcon order={order} />
      <AuditIcons order={order} />
      <StateIcons order={order} open={setOpen} />
      {open === 'delivery' && (
        <DeliveryDialog order={order} staff contact={<ContactButton />} onClose={close} />
      )}
      {open === 'feedback' && <FeedbackFrame order={order} onClose={close} />}
    </Stack>
  );
}

function DetailsIcon({ order }: { order: Order }) {
  const { common } = useMessages();
  const { row } = useAdminMessages();
  const { pathname, search } = useLocation();
  return (
    <Tooltip title={common.details}>
      <IconButton
        component={Link}
        to={orderPath(order.id)}
        state={{ from: pathname + search }}
        aria-label={row.details(order.ordername)}
      >
        <VisibilityOutlined fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}

interface IconProps {
  order: Order;
  open: (what: Open) => void;
}

function AuditIcons({ order }: { order: Order }) {
  const open = useListAudit();
  const { row } = useAdminMessages();
  const { orderAction } = useMessages();
  const pending = usePendingDecision(order.id);
  const name = order.ordername;
  // Until it takes effect nobody else decides.
  if (pending !== null) return pending.mine ? <UndoIcon order={order} /> : null;
  return (
    <>
      {order.actions?.includes('approve') && (
        <RowIcon
          hint={orderAction.approve}
          label={row.approve(name)}
          color="success"
          onClick={() => open(order, 'approve')}
        >
          <CheckCircleOutlined fontSize="small" />
        </RowIcon>
      )}
      {order.actions?.includes('reject') && (
        <RowIcon
          hint={orderAction.reject}
          label={row.reject(name)}
          color="error"
          onClick={() => open(order, 'reject')}
        >
          <HighlightOff fontSize="small" />
        </RowIcon>
      )}
    </>
  );
}

function StateIcons({ order, open }: IconProps) {
  const { row } = useAdminMessages();
  const m = useMessages();
  const name = order.ordername;
  return (
    <>
      {order.downloads.length > 0 && (
        <RowIcon hint={m.delivery.open} label={row.delivery(name)} onClick={() => open('delivery')}>
          <DownloadOutlined fontSize="small" />
        </RowIcon>
      )}
      {order.expiresAt !== null && order.getMethod === 2 && <PickupIcon order={order} />}
      {order.sstatus === 8 && <FeedbackIcons order={order} open={open} />}
    </>
  );
}

function FeedbackIcons({ order, open }: IconProps) {
  const { row } = useAdminMessages();
  const m = useMessages();
  const name = order.ordername;
  return (
    <>
      <RowIcon
        hint={m.orders.viewFeedback}
        label={row.feedback(name)}
        onClick={() => open('feedback')}
      >
        <RateReviewOutlined fontSize="small" />
      </RowIcon>
      {order.feedBackUpload && <FeedbackFile order={order} url={order.feedBackUpload} />}
    </>
  );
}

function FeedbackFile({ order, url }: { order: Order; url: string }) {
  const { orders } = useMessages();
  const { row } = useAdminMessages();
  return (
    <Tooltip title={orders.feedbackFile}>
      <IconButton
        href={url}
        download={order.feedBackUploadName ?? true}
        aria-label={row.feedbackFile(order.ordername)}
      >
        <AttachFile fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}

interface RowIconProps extends Pick<IconButtonProps, 'color' | 'onClick'> {
  hint: string;
  label: string;
  children: ReactNode;
}

function RowIcon({ hint, label, children, ...rest }: RowIconProps) {
  return (
    <Tooltip title={hint}>
      <IconButton aria-label={label} {...rest}>
        {children}
      </IconButton>
    </Tooltip>
  );
}
