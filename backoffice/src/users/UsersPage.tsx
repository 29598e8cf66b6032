import PersonAdd from '@mui/icons-material/PersonAdd';
import { Box, Button, Card, TextField } from '@mui/material';
import { useState } from 'react';
import { Title, useGetList, useTranslate } from 'react-admin';
import { SectionHead } from '../administration/SectionHead.tsx';
import { WhenLoaded } from '../administration/WhenLoaded.tsx';
import { InvitationDialog } from './InvitationDialog.tsx';
import { NewUserDialog } from './NewUserDialog.tsx';
import { UserRow } from './UserRow.tsx';
import type { Invitation, User } from './user.ts';

/** Who may sign in, and do what where. */
export function UsersPage() {
  const translate = useTranslate();
  const say = (key: string, options = {}) => translate(`accueil.users.${key}`, options);
  const { data, error } = useGetList<User>('users');
  const [sought, setSought] = useState('');
  const [isInviting, setInviting] = useState(false);
  const [invitation, setInvitation] = useState<Invitation>();
  return (
    <Box sx={{ mt: 2, mb: 4 }}>
      <Title title="accueil.menu.users" />
      <SectionHead title={say('count', { smart_count: data?.length ?? 0 })}>
        <Button variant="contained" startIcon={<PersonAdd />} onClick={() => setInviting(true)}>
          {say('invite')}
        </Button>
      </SectionHead>
      <TextField
        label={say('search')}
        type="search"
        value={sought}
        onChange={(event) => setSought(event.target.value)}
        sx={{ mb: 2, width: '100%', maxWidth: 360 }}
      />
      <WhenLoaded data={data} error={error}>
        {(users) => (
          <Card component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {users
              .filter((user) => isSought(user, sought))
              .map((user) => (
                <UserRow key={user.id} user={user} onInvitation={setInvitation} />
              ))}
          </Card>
        )}
      </WhenLoaded>
      {isInviting && (
        <NewUserDialog
          onClose={() => setInviting(false)}
          onInvitation={(made) => {
            setInviting(false);
            setInvitation(made);
          }}
        />
      )}
      {invitation !== undefined && (
        <InvitationDialog invitation={invitation} onClose={() => setInvitation(undefined)} />
      )}
    </Box>
  );
}

function isSought({ name, email }: User, typed: string): boolean {
  const text = plain(`${name} ${email}`);
  return plain(typed)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Small letters without accents. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
