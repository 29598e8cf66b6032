import Translate from '@mui/icons-material/Translate';
import { ListItemIcon, ListItemText, MenuItem } from '@mui/material';
import { useLocaleState, useLocales, useUserMenu } from 'react-admin';

/** The other language, by its own name. */
export function LanguageItem() {
  const [locale, setLocale] = useLocaleState();
  const other = useLocales().find((one) => one.locale !== locale);
  const menu = useUserMenu();
  if (other === undefined) return null;
  return (
    <MenuItem
      lang={other.locale}
      onClick={() => {
        menu?.onClose();
        void setLocale(other.locale);
      }}
    >
      <ListItemIcon>
        <Translate fontSize="small" />
      </ListItemIcon>
      <ListItemText>{other.name}</ListItemText>
    </MenuItem>
  );
}
