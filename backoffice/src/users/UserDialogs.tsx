import { Button, Stack } from '@mui/material';
import { email, required, TextInput, useGetIdentity, useNotify, useRefresh, useTranslate } from 'react-admin';
import type { Invitation, User } from '../api/answers.ts';
import { change } from '../api/client.ts';
import { ConfirmButton } from '../ui/ConfirmButton.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { useAct } from '../ui/use-act.ts';
import { areSame, GrantsInput, grantsOf, grantValues } from './GrantsInput.tsx';

interface EditUserDialogProps {
  readonly user: User;
  readonly onClose: () => void;
  readonly onInvitation: (invitation: Invitation) => void;
}

/** Another name or other grants for a user; a new link, and the end of their access. */
export function EditUserDialog({ user, onClose, onInvitation }: EditUserDialogProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const refresh = useRefresh();
  const { identity } = useGetIdentity();
  const { act, isBusy } = useAct();
  const say = (key: string, options = {}) => translate(`accueil.users.${key}`, options);
  const path = `/desk/users/${user.id}` as const;
  const isDisabled = user.state === 'disabled';

  return (
    <FormDialog
      title={user.email}
      submit={translate('ra.action.save')}
      values={{ name: user.name, grants: grantValues(user.grants) }}
      onClose={onClose}
      onSubmit={async ({ name, grants }) => {
        // The audit trail names what is sent: only what was changed here is.
        const body = {
          ...(name !== user.name && { name }),
          ...(!areSame(grantsOf(grants), user.grants) && { grants: grantsOf(grants) }),
        };
        if (Object.keys(body).length > 0) {
          await change('PATCH', path, body);
          notify('accueil.users.saved', { type: 'success' });
          refresh();
        }
        onClose();
      }}
    >
      <TextInput source="name" label={say('name')} helperText={say('nameHelp')} validate={required()} />
      <GrantsInput />
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, mt: 1 }}>
        {/* One’s own is switched off on the page of the account, with the password. */}
        {user.totp && identity?.id !== user.id && (
          <ConfirmButton
            text={say('totpOff')}
            title={say('totpOffTitle', { name: user.name })}
            content={say('totpOffContent')}
            done="accueil.users.totpIsOff"
            onConfirm={() => change('DELETE', `${path}/totp`)}
          />
        )}
        {isDisabled ? (
          <Button
            size="small"
            loading={isBusy}
            onClick={() => act(() => change('PATCH', path, { disabled: false }), 'accueil.users.enabled')}
          >
            {say('enable')}
          </Button>
        ) : (
          <>
            <Button
              size="small"
              loading={isBusy}
              onClick={() =>
                act(async () => {
                  const invitation = await change('POST', `${path}/invitation`);
                  onClose();
                  onInvitation(invitation);
                })
              }
            >
              {say(user.state === 'invited' ? 'newInvitation' : 'forgotten')}
            </Button>
            <ConfirmButton
              text={say('disable')}
              title={say('disableTitle', { name: user.name })}
              content={say('disableContent')}
              done="accueil.users.disabled"
              onConfirm={() => change('PATCH', path, { disabled: true })}
            />
          </>
        )}
      </Stack>
    </FormDialog>
  );
}

interface NewUserDialogProps {
  readonly onClose: () => void;
  /** What to do with the link, which is shown once. */
  readonly onInvitation: (invitation: Invitation) => void;
}

/** A new user, who chooses a password by a link. */
export function NewUserDialog({ onClose, onInvitation }: NewUserDialogProps) {
  const translate = useTranslate();
  const say = (key: string) => translate(`accueil.users.${key}`);
  const refresh = useRefresh();
  return (
    <FormDialog
      title={say('invite')}
      submit={say('makeInvitation')}
      values={{ grants: grantValues([{ role: 'commercial', establishmentId: null }]) }}
      onClose={onClose}
      onSubmit={async ({ email: address, name, grants }) => {
        const { invitation } = await change('POST', '/desk/users', {
          email: address,
          name,
          grants: grantsOf(grants),
        });
        onInvitation(invitation);
        refresh();
      }}
    >
      <TextInput
        source="email"
        type="email"
        label={say('email')}
        validate={[required(), email('accueil.administration.failures.fields.email')]}
      />
      <TextInput source="name" label={say('name')} helperText={say('nameHelp')} validate={required()} />
      <GrantsInput />
    </FormDialog>
  );
}
