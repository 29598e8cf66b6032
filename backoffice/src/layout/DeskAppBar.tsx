import KeyOutlined from '@mui/icons-material/KeyOutlined';
import { ListItemIcon, ListItemText, MenuItem } from '@mui/material';
import { AppBar, Logout, TitlePortal, UserMenu, useTranslate, useUserMenu } from 'react-admin';
import { Link } from 'react-router';

/** The bar above every page. */
export function DeskAppBar() {
  return (
    <AppBar
      userMenu={
        <UserMenu>
          <PasswordItem />
          <Logout />
        </UserMenu>
      }
    >
      <TitlePortal component="h1" />
    </AppBar>
  );
}

function PasswordItem() {
  const translate = useTranslate();
  const menu = useUserMenu();
  return (
    <MenuItem component={Link} to="/password" onClick={menu?.onClose}>
      <ListItemIcon>
        <KeyOutlined fontSize="small" />
      </ListItemIcon>
      <ListItemText>{translate('accueil.password.title')}</ListItemText>
    </MenuItem>
  );
}
