import Box from '@mui/material/Box';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import type { Theme } from '@mui/material/styles';
import Tooltip from '@mui/material/Tooltip';
import useMediaQuery from '@mui/material/useMediaQuery';
import { textSize } from '@scenedock/ui-kit';
import { type ComponentType, useEffect, useRef } from 'react';
import { useSidebarState } from 'react-admin';
import { Link, useLocation } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';

interface MenuLinkProps {
  to: string;
  name: string;
  Icon: ComponentType<{ fontSize?: 'small' }>;
  count?: number;
  /** A count that somebody should look at. */
  urgent?: boolean;
}

/** One line of the menu. Where the menu is a drawer, following a line closes it. */
export function MenuLink({ to, name, Icon, count, urgent = false }: MenuLinkProps) {
  const m = useAdminMessages();
  const { pathname } = useLocation();
  const [open, setOpen] = useSidebarState();
  const drawer = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  const selected = pathname === to;
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (selected) line.current?.scrollIntoView?.({ block: 'nearest' });
  }, [selected]);
  return (
    <ListItem ref={line} disablePadding sx={{ px: 0.75, mb: 0.25 }}>
      <Tooltip title={open ? '' : name} placement="right">
        <ListItemButton
          component={Link}
          to={to}
          onClick={() => drawer && setOpen(false)}
          selected={selected}
          aria-current={selected ? 'page' : undefined}
          aria-label={count === undefined ? name : m.list.count(name, count)}
          sx={{
            borderRadius: 1,
            px: 1.25,
            py: 0,
            // All of it is in sight on a desk; fingers need more.
            minHeight: 36,
            '@media (pointer: coarse)': { minHeight: 44 },
            '&.Mui-selected': { color: 'primary.main' },
          }}
        >
          <ListItemIcon sx={{ minWidth: 32, color: 'inherit' }}>
            <Icon fontSize="small" />
          </ListItemIcon>
          {open && (
            <ListItemText
              sx={{ my: 0 }}
              primary={name}
              slotProps={{ primary: { noWrap: true, sx: { fontSize: textSize.body } } }}
            />
          )}
          {open && <Count value={count} loud={urgent && (count ?? 0) > 0} />}
        </ListItemButton>
      </Tooltip>
    </ListItem>
  );
}

function Count({ value, loud }: { value?: number; loud: boolean }) {
  return (
    <Box
      component="span"
      sx={{
        minWidth: 26,
        px: 0.75,
        borderRadius: 5,
        textAlign: 'center',
        fontSize: textSize.note,
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
