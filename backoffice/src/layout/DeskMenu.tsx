import { Box } from '@mui/material';
import { Menu } from 'react-admin';
import { useCounts } from '../api/queries.ts';
import { format } from '../i18n/format.ts';
import { visuallyHidden } from '../ui/visually-hidden.ts';
import { waitingAt } from './menu.ts';
import { useSections } from './sections.tsx';

/** The pages that the user may open. */
export function DeskMenu() {
  const counts = useCounts();
  return (
    <Menu>
      {useSections().map(({ to, text, icon }) => (
        <Menu.Item
          key={to}
          to={to}
          primaryText={<MenuText text={text} waiting={waitingAt(to, counts)} />}
          leftIcon={icon}
        />
      ))}
    </Menu>
  );
}

const maxShown = 999;

interface MenuTextProps {
  readonly text: string;
  readonly waiting: number;
}

/** An item of the menu with the number of waiting entries. */
function MenuText({ text, waiting }: MenuTextProps) {
  if (waiting === 0) return text;
  return (
    <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <Box component="span" sx={{ flexGrow: 1, overflow: 'hidden', textOverflow: 'ellipsis' }}>
        {text}
      </Box>
      <Box
        component="span"
        aria-hidden
        sx={{
          px: 0.75,
          borderRadius: 2,
          fontSize: '0.75rem',
          lineHeight: 1.6,
          fontWeight: 600,
          color: 'text.primary',
          bgcolor: 'action.selected',
        }}
      >
        {format.total({ count: Math.min(waiting, maxShown), exact: waiting <= maxShown })}
      </Box>
      <Box component="span" sx={visuallyHidden}>
        {`${waiting} à traiter`}
      </Box>
    </Box>
  );
}
