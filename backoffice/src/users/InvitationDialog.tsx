import { Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { ShownOnceDialog } from '../administration/ShownOnceDialog.tsx';
import { useFormat } from '../i18n/use-format.ts';
import type { Invitation } from './user.ts';

interface Props {
  readonly invitation: Invitation;
  readonly onClose: () => void;
}

/** The link to hand to a user, shown once. */
export function InvitationDialog({ invitation, onClose }: Props) {
  const translate = useTranslate();
  const format = useFormat();
  const say = (key: string, options = {}) => translate(`accueil.users.${key}`, options);
  return (
    <ShownOnceDialog
      title={say('invitation')}
      shown={[{ label: say('link'), value: invitation.url }]}
      onClose={onClose}
    >
      <Typography variant="body2" sx={{ mt: 1 }}>
        {say('linkHelp', { at: format.moment(invitation.until) })}
      </Typography>
    </ShownOnceDialog>
  );
}
