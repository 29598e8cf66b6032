import PersonAdd from '@mui/icons-material/PersonAdd';
import { Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { DateInput, email, required, TextInput, useGetIdentity } from 'react-admin';
import { request } from '../api/client.ts';
import type { Invitation, User } from '../api/responses.ts';
import { format } from '../i18n/format.ts';
import { ActButton } from '../ui/ActButton.tsx';
import { EditButton, FormButton } from '../ui/FormButton.tsx';
import { ShownOnceDialog, type ShownOnceProps } from '../ui/ShownOnceDialog.tsx';
import { areSame, GrantsInput, grantsOf, grantValues } from './GrantsInput.tsx';

/** Edits a user; renews the invitation, disables the account. */
export function EditUserButton({ user }: { readonly user: User }) {
  const { id } = user;
  const [invitation, setInvitation] = useState<Invitation>();
  return (
    <>
      <EditButton
        label={`Modifier ${user.name}`}
        title={user.email}
        values={{
          name: user.name,
          email: user.email,
          grants: grantValues(user.grants),
          awayFrom: user.away?.from ?? null,
          awayUntil: user.away?.until ?? null,
        }}
        send={async ({ name, email: address, grants, awayFrom, awayUntil }) => {
          const away = absenceIn(awayFrom, awayUntil);
          if (away === undefined) return 'Indiquez le premier et le dernier jour, dans l’ordre.';
          // The audit trail records what is sent: only changed fields are.
          const body = {
            ...(name !== user.name && { name }),
            ...(address.trim().toLowerCase() !== user.email && { email: address }),
            ...(JSON.stringify(away) !== JSON.stringify(user.away) && { away }),
            ...(!areSame(grantsOf(grants), user.grants) && { grants: grantsOf(grants) }),
          };
          return Object.keys(body).length > 0 && request('PATCH /desk/users/:id', { id, ...body });
        }}
        done="Utilisateur enregistré."
      >
        {(close) => (
          <>
            <TextInput
              source="name"
              label="Nom affiché"
              helperText="Ses collègues le voient, et les sites auprès de ses commentaires."
              validate={required()}
            />
            <TextInput
              source="email"
              type="email"
              label="Adresse e-mail"
              helperText="Une autre adresse ferme ses sessions et annule le lien envoyé à l’ancienne."
              validate={[required(), email('Cette adresse e-mail n’en est pas une.')]}
            />
            <GrantsInput />
            <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ columnGap: 2 }}>
              <DateInput source="awayFrom" label="Absent du" />
              <DateInput source="awayUntil" label="au" />
            </Stack>
            <AccountActs
              user={user}
              onInvitation={(made) => {
                close();
                setInvitation(made);
              }}
            />
          </>
        )}
      </EditButton>
      {invitation !== undefined && (
        <ShownOnceDialog {...invitationShown(invitation)} onClose={() => setInvitation(undefined)} />
      )}
    </>
  );
}

interface AccountActsProps {
  readonly user: User;
  readonly onInvitation: (invitation: Invitation) => void;
}

/** Two-step sign-in off, a new invitation, the account disabled and enabled again. */
function AccountActs({ user: { id, name, state, totp }, onInvitation }: AccountActsProps) {
  const { identity } = useGetIdentity();
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, mt: 1 }}>
      {/* Users turn off their own on their account's page, with the password. */}
      {totp && identity?.id !== id && (
        <ActButton
          text="Désactiver la double authentification"
          title={`Désactiver la double authentification de ${name} ?`}
          content="Son mot de passe suffira pour se connecter. Vérifiez que c’est bien cette personne qui le demande, de vive voix par exemple."
          done="Double authentification désactivée."
          onAct={() => request('DELETE /desk/users/:id/totp', { id })}
        />
      )}
      {state === 'disabled' ? (
        <ActButton
          text="Réactiver"
          done="Utilisateur réactivé."
          onAct={() => request('PATCH /desk/users/:id', { id, disabled: false })}
        />
      ) : (
        <>
          <ActButton
            {...(state === 'invited'
              ? { text: 'Nouveau lien d’invitation' }
              : { text: 'Mot de passe oublié : nouveau lien' })}
            onAct={() => request('POST /desk/users/:id/invitation', { id }).then(onInvitation)}
          />
          <ActButton
            text="Désactiver"
            title={`Désactiver ${name} ?`}
            content="Ses sessions se ferment aussitôt et il ne pourra plus se connecter. Ses actes restent."
            done="Utilisateur désactivé."
            onAct={() => request('PATCH /desk/users/:id', { id, disabled: true })}
          />
        </>
      )}
    </Stack>
  );
}

/** The absence that was typed; null for none, undefined when a day is missing or they are in the wrong order. */
function absenceIn(from: unknown, until: unknown): User['away'] | undefined {
  if (!from && !until) return null;
  if (typeof from !== 'string' || typeof until !== 'string' || from === '' || until < from) return undefined;
  return { from, until };
}

/** Invites a user, who chooses a password by a link that is shown once. */
export function NewUserButton() {
  return (
    <FormButton
      text="Inviter un utilisateur"
      variant="contained"
      startIcon={<PersonAdd />}
      submit="Créer l’invitation"
      values={{ grants: [{ role: 'commercial', places: [] }] }}
      send={({ email: address, name, grants }) =>
        request('POST /desk/users', { email: address, name, grants: grantsOf(grants) })
      }
      once={({ invitation }) => invitationShown(invitation)}
    >
      <TextInput
        source="email"
        type="email"
        label="Adresse e-mail"
        validate={[required(), email('Cette adresse e-mail n’en est pas une.')]}
        autoFocus
      />
      <TextInput
        source="name"
        label="Nom affiché"
        helperText="Ses collègues le voient, et les sites auprès de ses commentaires."
        validate={required()}
      />
      <GrantsInput />
    </FormButton>
  );
}

/** The invitation link, to show it once. */
function invitationShown({ url, until, mailed }: Invitation): ShownOnceProps {
  return {
    title: 'Lien d’invitation',
    shown: [{ label: 'Lien', value: url }],
    children: (
      <>
        <Typography variant="body2" sx={{ mt: 1 }}>
          {`Remettez ce lien à l’utilisateur, à lui seul : il y choisira son mot de passe. Le lien sert une fois, jusqu’au ${format.moment(until)}.`}
        </Typography>
        {mailed && (
          <Typography variant="body2" sx={{ mt: 1 }}>
            Le lien part aussi par e-mail : vous n’avez à le remettre que si l’e-mail n’arrive pas.
          </Typography>
        )}
      </>
    ),
  };
}
