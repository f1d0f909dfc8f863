import CheckCircleOutline from '@mui/icons-material/CheckCircleOutlined';
import HighlightOff from '@mui/icons-material/HighlightOff';
import MoreHoriz from '@mui/icons-material/MoreHoriz';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import { DownloadAll, type Order, standingOf, useMessages, usePushTexts } from '@scenedock/ui-kit';
import { useId, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useSession } from '../session/session';
import { arrange, type Offer } from './rowOffers';
import { useRowActions } from './useRowActions';

/** What a row opens: `anchor` is where it stands. */
export type Opened = {
  kind: 'delivery' | 'push' | 'pickup' | 'feedback' | 'cause' | 'clone';
  order: Order;
  anchor: HTMLElement;
};

type RowActionHandlers = ReturnType<typeof useRowActions>;

function AuditIcons({ order, deeds }: { order: Order; deeds: RowActionHandlers }) {
  const m = useMessages();
  const icon = (action: 'approve' | 'reject') =>
    order.actions.includes(action) ? (
      <Tooltip title={m.orderAction[action]}>
        <span>
          <IconButton
            color={action === 'approve' ? 'success' : 'error'}
            aria-label={`${m.orderAction[action]} ${order.ordername}`}
            loading={deeds.busy}
            onClick={() => void deeds[action]()}
          >
            {action === 'approve' ? <CheckCircleOutline /> : <HighlightOff />}
          </IconButton>
        </span>
      </Tooltip>
    ) : null;
  return (
    <>
      {icon('approve')}
      {icon('reject')}
    </>
  );
}

/** Where this is, for the way back. */
function useCurrentPath(): string {
  const { pathname, search } = useLocation();
  return `${pathname}${search}`;
}

/** The address of an offer that is a page or a file, for buttons and menu rows alike. */
function linkTarget({ to, href }: Offer, from: string) {
  if (to !== undefined) return { component: Link, to, state: { from } };
  if (href !== undefined) return { component: 'a', href, download: true };
  return {};
}

type MoreProps = {
  order: Order;
  offers: Offer[];
  busy: boolean;
  onPick: (offer: Offer, anchor: HTMLElement) => void;
};

function More({ order, offers, busy, onPick }: MoreProps) {
  const m = useMessages();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const from = useCurrentPath();
  const [open, setOpen] = useState(false);
  const pick = (offer: Offer) => {
    setOpen(false);
    if (button.current !== null) onPick(offer, button.current);
  };
  return (
    <>
      <IconButton
        ref={button}
        id={id}
        loading={busy}
        aria-label={`${m.orders.more} ${order.ordername}`}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <MoreHoriz fontSize="small" />
      </IconButton>
      <Menu
        open={open}
        anchorEl={button.current}
        onClose={() => setOpen(false)}
        slotProps={{ list: { 'aria-labelledby': id } }}
      >
        {offers.map((offer) => (
          <MenuItem key={offer.kind} {...linkTarget(offer, from)} onClick={() => pick(offer)}>
            {offer.text}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

type Props = {
  order: Order;
  /** Where room is scarce most of it goes into a menu. */
  compact?: boolean;
  onOpen: (opened: Opened) => void;
};

/** What a row offers: details always, the rest as the order's state and the server's word allow. */
export function RowActions({ order, compact = false, onOpen }: Props) {
  const m = useMessages();
  const deeds = useRowActions(order);
  const from = useCurrentPath();
  const pick = ({ kind }: Offer, anchor: HTMLElement) => {
    if (kind === 'extension') void deeds.requestExtension();
    else if (kind !== 'details' && kind !== 'edit' && kind !== 'feedbackFile')
      onOpen({ kind, order, anchor });
  };
  const { push } = usePushTexts();
  const { me } = useSession();
  const isWatched = standingOf(me, order) === 'watcher';
  const [visible, rest] = arrange(order, compact, m, { isWatched, push: isWatched ? null : push });
  return (
    <Stack
      direction="row"
      sx={{ justifyContent: 'flex-end', alignItems: 'center', whiteSpace: 'nowrap' }}
    >
      <DownloadAll dense downloads={order.downloads} ordername={order.ordername} />
      <AuditIcons order={order} deeds={deeds} />
      {visible.map((offer) => (
        <Button
          key={offer.kind}
          {...linkTarget(offer, from)}
          disabled={offer.kind === 'extension' && deeds.busy}
          aria-label={`${offer.text} ${order.ordername}`}
          onClick={(event) => pick(offer, event.currentTarget)}
          sx={{ minWidth: 0 }}
        >
          {offer.text}
        </Button>
      ))}
      {rest.length === 0 ? null : (
        <More order={order} offers={rest} busy={deeds.busy} onPick={pick} />
      )}
    </Stack>
  );
}
