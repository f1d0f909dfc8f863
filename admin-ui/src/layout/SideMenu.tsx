import AllInboxOutlined from '@mui/icons-material/AllInboxOutlined';
import AssignmentTurnedInOutlined from '@mui/icons-material/AssignmentTurnedInOutlined';
import BlockOutlined from '@mui/icons-material/BlockOutlined';
import CloudDoneOutlined from '@mui/icons-material/CloudDoneOutlined';
import EventBusyOutlined from '@mui/icons-material/EventBusyOutlined';
import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined';
import Inventory2Outlined from '@mui/icons-material/Inventory2Outlined';
import StarOutlineOutlined from '@mui/icons-material/StarOutlineOutlined';
import SyncOutlined from '@mui/icons-material/SyncOutlined';
import Box from '@mui/material/Box';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Tooltip from '@mui/material/Tooltip';
import type { ComponentType } from 'react';
import { useSidebarState } from 'react-admin';
import { Link, useLocation } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { type ListSlug, listName, ORDER_LISTS, type OrderList } from '../orders/list/lists';
import { useCounts } from '../orders/list/useCounts';

const ICONS: Record<ListSlug, ComponentType<{ fontSize?: 'small' }>> = {
  pending: FactCheckOutlined,
  rejected: BlockOutlined,
  approved: SyncOutlined,
  packaging: Inventory2Outlined,
  prepared: CloudDoneOutlined,
  overdue: EventBusyOutlined,
  completed: AssignmentTurnedInOutlined,
  feedback: StarOutlineOutlined,
  all: AllInboxOutlined,
};

/** The lists with the number of orders in each. Links carry no filters, so nothing hides rows unseen. */
export function SideMenu() {
  const m = useAdminMessages();
  const counts = useCounts();
  const [open] = useSidebarState();
  return (
    <Box component="nav" aria-label={m.menuLabel} sx={{ width: '100%', py: 1 }}>
      <List disablePadding>
        {ORDER_LISTS.map((list) => (
          <MenuLink key={list.slug} list={list} count={counts[list.slug]} open={open} />
        ))}
      </List>
    </Box>
  );
}

function MenuLink({ list, count, open }: { list: OrderList; count?: number; open: boolean }) {
  const m = useAdminMessages();
  const { pathname } = useLocation();
  const selected = pathname === list.path;
  const name = listName(list.slug, m);
  const Icon = ICONS[list.slug];
  return (
    <ListItem disablePadding sx={{ px: 0.75, mb: 0.25 }}>
      <Tooltip title={open ? '' : name} placement="right">
        <ListItemButton
          component={Link}
          to={list.path}
          selected={selected}
          aria-current={selected ? 'page' : undefined}
          aria-label={count === undefined ? name : m.list.count(name, count)}
          sx={{
            borderRadius: 1,
            px: 1.25,
            minHeight: 40,
            '&.Mui-selected': { color: 'primary.main' },
          }}
        >
          <ListItemIcon sx={{ minWidth: 32, color: 'inherit' }}>
            <Icon fontSize="small" />
          </ListItemIcon>
          {open && (
            <ListItemText
              primary={name}
              slotProps={{ primary: { noWrap: true, sx: { fontSize: '0.875rem' } } }}
            />
          )}
          {open && <Count value={count} urgent={list.slug === 'pending'} />}
        </ListItemButton>
      </Tooltip>
    </ListItem>
  );
}

function Count({ value, urgent }: { value?: number; urgent: boolean }) {
  const loud = urgent && (value ?? 0) > 0;
  return (
    <Box
      component="span"
      sx={{
        minWidth: 26,
        px: 0.75,
        borderRadius: 5,
        textAlign: 'center',
        fontSize: '0.75rem',
        lineHeight: '20px',
        fontVariantNumeric: 'tabular-nums',
        bgcolor: loud ? 'error.main' : 'transparent',
        color: loud ? 'error.contrastText' : 'text.secondary',
      }}
    >
      {value}
    </Box>
  );
}
