import { ListItemIcon, ListItemText, MenuItem } from '@mui/material';
import type { ReactNode } from 'react';
import { useUserMenu } from 'react-admin';
import { Link } from 'react-router';

interface Props {
  readonly to: string;
  readonly icon: ReactNode;
  readonly text: string;
}

/** A page of whoever is signed in, in their menu. */
export function LinkItem({ to, icon, text }: Props) {
  const menu = useUserMenu();
  return (
    <MenuItem component={Link} to={to} onClick={menu?.onClose}>
      <ListItemIcon>{icon}</ListItemIcon>
      <ListItemText>{text}</ListItemText>
    </MenuItem>
  );
}
