import PersonAdd from '@mui/icons-material/PersonAdd';
import { Box, Card, Chip, FormControlLabel, Stack, Switch, TextField, Typography } from '@mui/material';
import { useId, useState } from 'react';
import { DateInput, email, required, TextInput, Title, useGetIdentity } from 'react-admin';
import { Route, Routes } from 'react-router';
import { counted } from '../../../server/src/french/dates.ts';
import { roleNames } from '../../../server/src/french/labels.ts';
import { request } from '../api/client.ts';
import { useRead, useResidences } from '../api/queries.ts';
import type { Grant, Invitation, User } from '../api/responses.ts';
import { AuditList } from '../audit/AuditList.tsx';
import { format } from '../i18n/format.ts';
import type { ShownOnceProps } from '../ui/dialogs.tsx';
import { ActButton, EditButton, FormButton, useSend } from '../ui/forms.tsx';
import { RouteTabs } from '../ui/RouteTabs.tsx';
import { Row, Rows } from '../ui/Rows.tsx';
import { SectionCard, SectionHead } from '../ui/SectionCard.tsx';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';
import { areSame, GrantsInput, grantsOf, grantValues, isRoleEverywhere } from './GrantsInput.tsx';

const tabs = [
  { to: '/users', text: 'Utilisateurs' },
  { to: '/users/audit', text: 'Journal' },
];

export function UsersPage() {
  return (
    <Box sx={{ mt: 1, mb: 4 }}>
      <Title title="Utilisateurs" />
      <RouteTabs label="Utilisateurs" tabs={tabs} />
      <Routes>
        <Route path="/audit" element={<AuditList />} />
        <Route path="*" element={<UserList />} />
      </Routes>
    </Box>
  );
}

const stateTexts = { active: 'Actif', invited: 'Invité', disabled: 'Désactivé' };
const mailTexts = {
  none: 'N’est pas averti par e-mail',
  'at-once': 'Averti par e-mail au fil des arrivées',
  digest: 'Averti par e-mail une fois par jour',
};

function UserList() {
  const { data, error } = useRead('GET /desk/users');
  const [search, setSearch] = useState('');
  return (
    <>
      <SectionHead title={counted(data?.data.length ?? 0, 'utilisateur')}>
        <NewUserButton />
      </SectionHead>
      <TextField
        label="Rechercher un nom ou une adresse"
        type="search"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        sx={{ mb: 2, width: '100%', maxWidth: 360 }}
      />
      <WhenLoaded data={data} error={error}>
        {({ data: users }) => (
          <Card>
            <FoundUsers users={users.filter((user) => matches(user, search))} />
          </Card>
        )}
      </WhenLoaded>
      {data !== undefined && <SettingsCard />}
    </>
  );
}

function FoundUsers({ users }: { readonly users: readonly User[] }) {
  if (users.length === 0)
    return <Typography sx={{ p: 2 }}>Aucun utilisateur ne porte ce nom ou cette adresse.</Typography>;
  return <Rows of={users}>{(user) => <UserRow user={user} />}</Rows>;
}

const nameInput = (
  <TextInput
    source="name"
    label="Nom affiché"
    helperText="Ses collègues le voient, et les sites auprès de ses commentaires."
    validate={required()}
  />
);
const isEmail = email('Cette adresse e-mail n’en est pas une.');

/** Invites a user, who chooses a password by a link that is shown once. */
function NewUserButton() {
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
        validate={[required(), isEmail]}
        autoFocus
      />
      {nameInput}
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

function matches({ name, email }: User, typed: string): boolean {
  const text = plain(`${name} ${email}`);
  return plain(typed)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Lower case without accents. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

const colors = { invited: 'warning', active: 'success', disabled: 'default' } as const;

function UserRow({ user }: { readonly user: User }) {
  const grantsText = useGrantsText();
  const { name, email, state, totp, grants, lastSignInAt, away, mail } = user;
  return (
    <Row
      name={name}
      marks={
        <>
          <Chip size="small" variant="outlined" color={colors[state]} label={stateTexts[state]} />
          {totp && <Chip size="small" variant="outlined" label="Double authentification" />}
        </>
      }
      notes={[
        email,
        grantsText(grants),
        lastSignInAt === null ? 'Jamais connecté' : `Dernière connexion le ${format.moment(lastSignInAt)}`,
        away !== null && `Absent du ${format.day(away.from)} au ${format.day(away.until)}`,
        grants.some(getsMails) && mailTexts[mail],
      ]}
      acts={<EditUserButton user={user} />}
    />
  );
}

/** Describes grants, a role once: « Direction : Les Tilleuls, La Roseraie · Lecture : toutes les résidences ». */
function useGrantsText(): (grants: readonly Grant[]) => string {
  const { nameOf } = useResidences();
  const placeOf = ({ establishmentId }: Grant) =>
    establishmentId === null ? 'Toutes les résidences' : nameOf(establishmentId);
  return (grants) =>
    [...Map.groupBy(grants, ({ role }) => role)]
      .map(([role, ofRole]) => {
        const named = roleNames[role];
        return isRoleEverywhere(role) ? named : `${named} : ${ofRole.map(placeOf).join(', ')}`;
      })
      .join(' · ');
}

/** Whether users with this role get e-mails about what arrives. */
function getsMails({ role }: Grant): boolean {
  return role === 'direction' || role === 'commercial';
}

/** Edits a user; renews the invitation, disables the account. */
function EditUserButton({ user }: { readonly user: User }) {
  const { id } = user;
  return (
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
      {nameInput}
      <TextInput
        source="email"
        type="email"
        label="Adresse e-mail"
        helperText="Une autre adresse ferme ses sessions et annule le lien envoyé à l’ancienne."
        validate={[required(), isEmail]}
      />
      <GrantsInput />
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ columnGap: 2 }}>
        <DateInput source="awayFrom" label="Absent du" />
        <DateInput source="awayUntil" label="au" />
      </Stack>
      <AccountActs user={user} />
    </EditButton>
  );
}

/** Two-step sign-in off, a new invitation, the account disabled and enabled again. */
function AccountActs({ user: { id, name, state, totp } }: { readonly user: User }) {
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
            onAct={() => request('POST /desk/users/:id/invitation', { id })}
            once={invitationShown}
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

/** What an administrator allows for all users. */
function SettingsCard() {
  const { send, isBusy } = useSend();
  const helpId = useId();
  return (
    <Box sx={{ mt: 3 }}>
      <SectionCard title="Réglages">
        <WhenLoaded {...useRead('GET /desk/settings')}>
          {({ 'calendar.names': areNamed }) => (
            <FormControlLabel
              label="Noms des familles dans les agendas des téléphones"
              control={
                <Switch
                  checked={areNamed}
                  disabled={isBusy}
                  slotProps={{ input: { 'aria-describedby': helpId } }}
                  onChange={() =>
                    send(
                      () => request('PATCH /desk/settings', { 'calendar.names': !areNamed }),
                      'Réglage enregistré.',
                    )
                  }
                />
              }
            />
          )}
        </WhenLoaded>
        <Typography id={helpId} variant="body2" color="textSecondary" sx={{ maxWidth: 720 }}>
          Les rendez-vous y portent le nom de la famille, lisible par le fournisseur de l’agenda. Sans ce
          réglage : la résidence et le numéro de la fiche.
        </Typography>
      </SectionCard>
    </Box>
  );
}
