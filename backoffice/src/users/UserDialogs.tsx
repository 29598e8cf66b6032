import { Button, Stack } from '@mui/material';
import {
  DateInput,
  email,
  required,
  TextInput,
  useGetIdentity,
  useNotify,
  useRefresh,
  useTranslate,
} from 'react-admin';
import { request } from '../api/client.ts';
import type { Invitation, User } from '../api/responses.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { ConfirmButton } from '../ui/ConfirmButton.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { useAct } from '../ui/use-act.ts';
import { areSame, GrantsInput, grantsOf, grantValues } from './GrantsInput.tsx';

interface EditUserDialogProps {
  readonly user: User;
  readonly onClose: () => void;
  readonly onInvitation: (invitation: Invitation) => void;
}

/** Edits a user; renews the invitation, disables the account. */
export function EditUserDialog({ user, onClose, onInvitation }: EditUserDialogProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const refresh = useRefresh();
  const { identity } = useGetIdentity();
  const { act, isBusy } = useAct();
  const t = useTexts('users');
  const { id } = user;
  const isDisabled = user.state === 'disabled';

  return (
    <FormDialog
      title={user.email}
      submit={translate('ra.action.save')}
      values={{
        name: user.name,
        email: user.email,
        grants: grantValues(user.grants),
        awayFrom: user.away?.from ?? null,
        awayUntil: user.away?.until ?? null,
      }}
      onClose={onClose}
      onSubmit={async ({ name, email: address, grants, awayFrom, awayUntil }) => {
        const away = absenceIn(awayFrom, awayUntil);
        if (away === undefined) return t('awayBoth');
        // The audit trail records what is sent: only changed fields are.
        const body = {
          ...(name !== user.name && { name }),
          ...(address.trim().toLowerCase() !== user.email && { email: address }),
          ...(JSON.stringify(away) !== JSON.stringify(user.away) && { away }),
          ...(!areSame(grantsOf(grants), user.grants) && { grants: grantsOf(grants) }),
        };
        if (Object.keys(body).length > 0) {
          await request('PATCH /desk/users/:id', { id, ...body });
          notify('accueil.users.saved', { type: 'success' });
          refresh();
        }
        onClose();
        return undefined;
      }}
    >
      <TextInput source="name" label={t('name')} helperText={t('nameHelp')} validate={required()} />
      <TextInput
        source="email"
        type="email"
        label={t('email')}
        helperText={t('emailHelp')}
        validate={[required(), email('accueil.administration.failures.fields.email')]}
      />
      <GrantsInput />
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ columnGap: 2 }}>
        <DateInput source="awayFrom" label={t('awayFrom')} />
        <DateInput source="awayUntil" label={t('awayUntil')} />
      </Stack>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, mt: 1 }}>
        {/* Users turn off their own on their account's page, with the password. */}
        {user.totp && identity?.id !== user.id && (
          <ConfirmButton
            text={t('totpOff')}
            title={t('totpOffTitle', { name: user.name })}
            content={t('totpOffContent')}
            done="accueil.users.totpIsOff"
            onConfirm={() => request('DELETE /desk/users/:id/totp', { id })}
          />
        )}
        {isDisabled ? (
          <Button
            size="small"
            loading={isBusy}
            onClick={() =>
              act(() => request('PATCH /desk/users/:id', { id, disabled: false }), 'accueil.users.enabled')
            }
          >
            {t('enable')}
          </Button>
        ) : (
          <>
            <Button
              size="small"
              loading={isBusy}
              onClick={() =>
                act(async () => {
                  const invitation = await request('POST /desk/users/:id/invitation', { id });
                  onClose();
                  onInvitation(invitation);
                })
              }
            >
              {t(user.state === 'invited' ? 'newInvitation' : 'forgotten')}
            </Button>
            <ConfirmButton
              text={t('disable')}
              title={t('disableTitle', { name: user.name })}
              content={t('disableContent')}
              done="accueil.users.disabled"
              onConfirm={() => request('PATCH /desk/users/:id', { id, disabled: true })}
            />
          </>
        )}
      </Stack>
    </FormDialog>
  );
}

/** The absence that was typed; null for none, undefined when a day is missing or they are in the wrong order. */
function absenceIn(from: unknown, until: unknown): User['away'] | undefined {
  if (!from && !until) return null;
  if (typeof from !== 'string' || typeof until !== 'string' || from === '' || until < from) return undefined;
  return { from, until };
}

interface NewUserDialogProps {
  readonly onClose: () => void;
  /** Called with the link, to show it once. */
  readonly onInvitation: (invitation: Invitation) => void;
}

/** Invites a user, who chooses a password by a link. */
export function NewUserDialog({ onClose, onInvitation }: NewUserDialogProps) {
  const t = useTexts('users');
  const refresh = useRefresh();
  return (
    <FormDialog
      title={t('invite')}
      submit={t('makeInvitation')}
      values={{ grants: [{ role: 'commercial', places: [] }] }}
      onClose={onClose}
      onSubmit={async ({ email: address, name, grants }) => {
        const { invitation } = await request('POST /desk/users', {
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
        label={t('email')}
        validate={[required(), email('accueil.administration.failures.fields.email')]}
      />
      <TextInput source="name" label={t('name')} helperText={t('nameHelp')} validate={required()} />
      <GrantsInput />
    </FormDialog>
  );
}
