import { Box, Button, Chip, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { EditUserDialog } from './EditUserDialog.tsx';
import { useGrantText } from './use-grant-text.ts';
import { type Invitation, isTold, type User } from './user.ts';

interface Props {
  readonly user: User;
  readonly onInvitation: (invitation: Invitation) => void;
}

const colors = { invited: 'warning', active: 'success', disabled: 'default' } as const;

/** A user in the list. */
export function UserRow({ user, onInvitation }: Props) {
  const translate = useTranslate();
  const grantText = useGrantText();
  const [isOpen, setOpen] = useState(false);
  return (
    <Box
      component="li"
      sx={{ px: 2, py: 1.5, '&:not(:last-child)': { borderBottom: 1, borderColor: 'divider' } }}
    >
      <Stack
        direction="row"
        sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center', justifyContent: 'space-between' }}
      >
        <Box sx={{ minWidth: 0, flex: '1 1 260px' }}>
          <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
            <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{user.name}</Typography>
            <Chip
              size="small"
              variant="outlined"
              color={colors[user.state]}
              label={translate(`accueil.users.states.${user.state}`)}
            />
            {user.totp && <Chip size="small" variant="outlined" label={translate('accueil.totp.title')} />}
          </Stack>
          <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            {user.email}
          </Typography>
          <Typography variant="body2">{user.grants.map(grantText).join(' · ')}</Typography>
          {user.grants.some(isTold) && (
            <Typography variant="body2" color="textSecondary">
              {translate(`accueil.users.mail.${user.mail}`)}
            </Typography>
          )}
        </Box>
        <Button
          size="small"
          aria-label={translate('accueil.users.editThis', { name: user.name })}
          onClick={() => setOpen(true)}
        >
          {translate('ra.action.update')}
        </Button>
      </Stack>
      {isOpen && <EditUserDialog user={user} onClose={() => setOpen(false)} onInvitation={onInvitation} />}
    </Box>
  );
}
