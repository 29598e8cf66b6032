import KeyOutlined from '@mui/icons-material/KeyOutlined';
import MailOutlined from '@mui/icons-material/MailOutlined';
import {
  AppBar,
  LoadingIndicator,
  Logout,
  TitlePortal,
  UserMenu,
  useGetIdentity,
  useTranslate,
} from 'react-admin';
import { LanguageItem } from './LanguageItem.tsx';
import { LinkItem } from './LinkItem.tsx';
import { ThemeItem } from './ThemeItem.tsx';

/** The bar above every page. What is seldom changed stands in the menu: a phone has no room for more. */
export function DeskAppBar() {
  const translate = useTranslate();
  return (
    <AppBar
      toolbar={<LoadingIndicator aria-label={translate('ra.page.loading')} />}
      userMenu={<DeskUserMenu />}
    >
      <TitlePortal component="h1" />
    </AppBar>
  );
}

function DeskUserMenu() {
  const translate = useTranslate();
  const { identity } = useGetIdentity();
  return (
    <UserMenu label={identity?.fullName ?? 'ra.auth.user_menu'}>
      <LinkItem
        to="/password"
        icon={<KeyOutlined fontSize="small" />}
        text={translate('accueil.password.title')}
      />
      <LinkItem to="/mail" icon={<MailOutlined fontSize="small" />} text={translate('accueil.mail.title')} />
      <LanguageItem />
      <ThemeItem />
      <Logout />
    </UserMenu>
  );
}
