import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useEffect, useState } from 'react';
import { Sidebar, type SidebarProps, useSidebarState } from 'react-admin';
import { useAdminMessages } from '../i18n/useAdminMessages';

/** The menu's frame: a column on desktops; on phones a named drawer, closed until it is asked for. */
export function MenuDrawer(props: SidebarProps) {
  const m = useAdminMessages();
  const [, setOpen] = useSidebarState();
  const drawer = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true });
  const [closed, setClosed] = useState(false);
  useEffect(() => {
    if (drawer) {
      setOpen(false);
    }
    setClosed(drawer);
  }, [drawer, setOpen]);
  if (!drawer) {
    return <Sidebar {...props} />;
  }
  // A drawer that begins open, as the last visit left it, and closes at once would leave its veil behind.
  return closed ? (
    <Sidebar {...props} slotProps={{ paper: { 'aria-label': m.menuLabel } }} />
  ) : null;
}
