import MenuIcon from '@mui/icons-material/Menu';
import {
  Badge,
  BottomNavigation,
  BottomNavigationAction,
  Box,
  type Theme,
  useMediaQuery,
} from '@mui/material';
import { useSidebarState } from 'react-admin';
import { Link, useLocation } from 'react-router';
import { useCounts } from '../api/queries.ts';
import { menuPageOf } from './menu.ts';
import { useSections } from './sections.tsx';

/** On a phone: the first pages of the menu, which are those of every day, and the menu itself, below the thumb. */
export function BottomBar() {
  const isPhone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true });
  const [isMenuOpen, setMenuOpen] = useSidebarState();
  const { pathname } = useLocation();
  const counts = useCounts();
  const pages = useSections().slice(0, 3);
  if (!isPhone) return null;
  return (
    <>
      {/* The end of the page can be scrolled above the bar. */}
      <Box className="screen-only" sx={{ height: 72 }} />
      <Box
        component="nav"
        aria-label="Tous les jours"
        className="screen-only"
        sx={{
          position: 'fixed',
          bottom: 0,
          insetInline: 0,
          zIndex: 'appBar',
          borderTop: 1,
          borderColor: 'divider',
          bgcolor: 'background.paper',
          pb: 'env(safe-area-inset-bottom)',
        }}
      >
        <BottomNavigation
          showLabels
          value={menuPageOf(pathname)?.to ?? ''}
          sx={{
            bgcolor: 'transparent',
            '& .MuiBottomNavigationAction-root': { minWidth: 0, px: 0.5 },
            '& .MuiBottomNavigationAction-label': { whiteSpace: 'nowrap' },
          }}
        >
          {pages.map(({ to, text, icon }) => (
            <BottomNavigationAction
              key={to}
              component={Link}
              to={to}
              value={to}
              label={text}
              icon={
                <Badge badgeContent={to === '/leads' ? counts?.leads.toCall : 0} color="primary">
                  {icon}
                </Badge>
              }
            />
          ))}
          <BottomNavigationAction
            value="menu"
            label="Menu"
            aria-expanded={isMenuOpen}
            icon={<MenuIcon />}
            onClick={() => setMenuOpen(!isMenuOpen)}
          />
        </BottomNavigation>
      </Box>
    </>
  );
}
