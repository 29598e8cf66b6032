import { Card, Chip, TextField } from '@mui/material';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import { counted } from '../../../server/src/french/dates.ts';
import { roleNames } from '../../../server/src/french/labels.ts';
import { useResidences } from '../api/queries.ts';
import type { Grant, User } from '../api/responses.ts';
import { format } from '../i18n/format.ts';
import { Row, Rows } from '../ui/Rows.tsx';
import { SectionHead } from '../ui/SectionHead.tsx';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';
import { isRoleEverywhere } from './GrantsInput.tsx';
import { SettingsCard } from './SettingsCard.tsx';
import { EditUserButton, NewUserButton } from './UserForms.tsx';

const stateTexts = { active: 'Actif', invited: 'Invité', disabled: 'Désactivé' };
const mailTexts = {
  none: 'N’est pas averti par e-mail',
  'at-once': 'Averti par e-mail au fil des arrivées',
  digest: 'Averti par e-mail une fois par jour',
};

export function UserList() {
  const { data, error } = useGetList<User>('users');
  const [search, setSearch] = useState('');
  return (
    <>
      <SectionHead title={counted(data?.length ?? 0, 'utilisateur')}>
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
        {(users) => (
          <Card>
            <Rows of={users.filter((user) => matches(user, search))}>
              {(user) => <UserRow user={user} />}
            </Rows>
          </Card>
        )}
      </WhenLoaded>
      {data !== undefined && <SettingsCard />}
    </>
  );
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
