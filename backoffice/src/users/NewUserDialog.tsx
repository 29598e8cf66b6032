import { email, required, TextInput, useRefresh, useTranslate } from 'react-admin';
import { FormDialog } from '../administration/FormDialog.tsx';
import { change } from '../desk/client.ts';
import { GrantsInput } from './GrantsInput.tsx';
import { grantsOf, grantValues } from './grant-values.ts';
import type { Invitation } from './user.ts';

interface Props {
  readonly onClose: () => void;
  /** What to do with the link, which is shown once. */
  readonly onInvitation: (invitation: Invitation) => void;
}

/** A new user, who chooses a password by a link. */
export function NewUserDialog({ onClose, onInvitation }: Props) {
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
        const { invitation } = await change<{ readonly invitation: Invitation }>('POST', '/desk/users', {
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
