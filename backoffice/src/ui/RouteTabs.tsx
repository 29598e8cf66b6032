import { Tab, Tabs } from '@mui/material';
import { Link, useLocation } from 'react-router';

interface Props {
  readonly label: string;
  readonly tabs: readonly { readonly to: string; readonly text: string }[];
}

/** Tabs that are links, each with its own address. The last one that the address begins with is selected, otherwise the first. */
export function RouteTabs({ label, tabs }: Props) {
  const { pathname } = useLocation();
  const open = tabs.findLast(({ to }) => `${pathname}/`.startsWith(`${to.split('?')[0]}/`)) ?? tabs[0];
  return (
    <Tabs
      value={open?.to}
      aria-label={label}
      sx={{
        mb: 2,
        borderBottom: 1,
        borderColor: 'divider',
        // On a phone in several lines: none is hidden.
        '& .MuiTabs-list': { flexWrap: 'wrap' },
        '& .MuiTabs-indicator': { display: 'none' },
        '& .MuiTab-root': { px: { xs: 1, sm: 2 }, borderBottom: 2, borderColor: 'transparent' },
        '& .MuiTab-root.Mui-selected': { borderColor: 'primary.main' },
      }}
    >
      {tabs.map(({ to, text }) => (
        <Tab key={to} value={to} label={text} component={Link} to={to} />
      ))}
    </Tabs>
  );
}
