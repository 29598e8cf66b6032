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
      variant="scrollable"
      scrollButtons="auto"
      allowScrollButtonsMobile
      aria-label={label}
      sx={{ mb: 2, borderBottom: 1, borderColor: 'divider' }}
    >
      {tabs.map(({ to, text }) => (
        <Tab key={to} value={to} label={text} component={Link} to={to} />
      ))}
    </Tabs>
  );
}
