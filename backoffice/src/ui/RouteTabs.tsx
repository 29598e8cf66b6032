import { Tab, Tabs } from '@mui/material';
import { Link } from 'react-router';

interface Props {
  readonly label: string;
  /** The address of the selected tab. */
  readonly open: string;
  readonly tabs: readonly { readonly to: string; readonly text: string }[];
}

/** Tabs that are links, each with its own address. */
export function RouteTabs({ label, open, tabs }: Props) {
  return (
    <Tabs
      value={open}
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
