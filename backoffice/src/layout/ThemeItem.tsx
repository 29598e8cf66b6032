import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined';
import LightModeOutlined from '@mui/icons-material/LightModeOutlined';
import { ListItemIcon, ListItemText, MenuItem, useMediaQuery } from '@mui/material';
import { useTheme, useTranslate, useUserMenu } from 'react-admin';

/** Light or dark, whichever is not there. Until somebody chooses, it is as their system says. */
export function ThemeItem() {
  const translate = useTranslate();
  const menu = useUserMenu();
  const prefersDark = useMediaQuery('(prefers-color-scheme: dark)', { noSsr: true });
  const [chosen, setTheme] = useTheme();
  const isDark = (chosen ?? (prefersDark ? 'dark' : 'light')) === 'dark';
  return (
    <MenuItem
      onClick={() => {
        menu?.onClose();
        setTheme(isDark ? 'light' : 'dark');
      }}
    >
      <ListItemIcon>
        {isDark ? <LightModeOutlined fontSize="small" /> : <DarkModeOutlined fontSize="small" />}
      </ListItemIcon>
      <ListItemText>{translate(isDark ? 'accueil.theme.light' : 'accueil.theme.dark')}</ListItemText>
    </MenuItem>
  );
}
