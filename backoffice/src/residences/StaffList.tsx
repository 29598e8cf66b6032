import Add from '@mui/icons-material/Add';
import { Box, Button, Card, Chip, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { SectionHead } from '../administration/SectionHead.tsx';
import { useDeskRead } from '../administration/use-desk-read.ts';
import { WhenLoaded } from '../administration/WhenLoaded.tsx';
import { MemberDialog } from './MemberDialog.tsx';
import type { Member } from './residence.ts';

interface Props {
  readonly residenceId: number;
  readonly mayChange: boolean;
}

/** The staff of a residence, by name. */
export function StaffList({ residenceId, mayChange }: Props) {
  const translate = useTranslate();
  const say = (key: string, options = {}) => translate(`accueil.residences.staff.${key}`, options);
  const { data, error } = useDeskRead<{ readonly data: readonly Member[] }>(
    `/desk/establishments/${residenceId}/staff`,
  );
  const [edited, setEdited] = useState<Member | 'new'>();
  return (
    <>
      <SectionHead title={say('title')}>
        {mayChange && (
          <Button variant="contained" startIcon={<Add />} onClick={() => setEdited('new')}>
            {say('add')}
          </Button>
        )}
      </SectionHead>
      <WhenLoaded data={data} error={error}>
        {({ data: members }) =>
          members.length === 0 ? (
            <Typography color="textSecondary">{say('none')}</Typography>
          ) : (
            <Card component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
              {members.map((member) => (
                <Stack
                  component="li"
                  direction="row"
                  key={member.id}
                  sx={{
                    flexWrap: 'wrap',
                    gap: 1,
                    px: 2,
                    py: 1,
                    alignItems: 'center',
                    justifyContent: 'space-between',
                    '&:not(:last-child)': { borderBottom: 1, borderColor: 'divider' },
                  }}
                >
                  <Box sx={{ minWidth: 0 }}>
                    <Typography sx={{ overflowWrap: 'anywhere' }}>{member.name}</Typography>
                    <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
                      {member.job}
                    </Typography>
                  </Box>
                  <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
                    {(member.doctor || member.medical) && (
                      <Chip
                        size="small"
                        variant="outlined"
                        label={say(member.doctor ? 'doctor' : 'medical')}
                      />
                    )}
                    {!member.active && <Chip size="small" variant="outlined" label={say('left')} />}
                    {mayChange && (
                      <Button
                        size="small"
                        aria-label={say('editThis', { name: member.name })}
                        onClick={() => setEdited(member)}
                      >
                        {translate('ra.action.update')}
                      </Button>
                    )}
                  </Stack>
                </Stack>
              ))}
            </Card>
          )
        }
      </WhenLoaded>
      {edited !== undefined && (
        <MemberDialog
          residenceId={residenceId}
          member={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}
