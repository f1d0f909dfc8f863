import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import type { ReactNode } from 'react';

interface PageTabsProps<Name extends string> {
  /** Begins the ids of the tabs and of what they show. */
  page: string;
  title: string;
  tabs: readonly Name[];
  labels: Readonly<Record<Name, string>>;
  open: Name;
  onOpen: (tab: Name) => void;
  /** Where there may be more than fit beside one another. */
  scrollable?: boolean;
  children: ReactNode;
}

/** The tabs of a page, and what the open one shows. */
export function PageTabs<Name extends string>(props: PageTabsProps<Name>) {
  const { page, title, tabs, labels, open, onOpen, scrollable = false, children } = props;
  const tabId = (tab: Name) => `${page}-${tab}`;
  const panel = `${page}-panel`;
  return (
    <>
      <Tabs
        value={open}
        onChange={(_, next: Name) => onOpen(next)}
        variant={scrollable ? 'scrollable' : 'standard'}
        aria-label={title}
        sx={{ mt: 1, mb: 2 }}
      >
        {tabs.map((name) => (
          <Tab
            key={name}
            id={tabId(name)}
            value={name}
            label={labels[name]}
            aria-controls={name === open ? panel : undefined}
          />
        ))}
      </Tabs>
      <Box role="tabpanel" id={panel} aria-labelledby={tabId(open)}>
        {children}
      </Box>
    </>
  );
}
