import { Box, Chip, Stack, Typography } from '@mui/material';
import { BooleanInput, required, TextInput } from 'react-admin';
import { request } from '../api/client.ts';
import { useRead } from '../api/queries.ts';
import { textsOf, translate } from '../i18n/texts.ts';
import { AddButton, EditButton } from '../ui/FormButton.tsx';
import type { FormValues } from '../ui/FormDialog.tsx';
import { RowList } from '../ui/RowList.tsx';
import { SectionHead } from '../ui/SectionHead.tsx';

const t = textsOf('residences.staff');

interface StaffListProps {
  readonly residenceId: number;
  readonly mayChange: boolean;
}

/** The staff of a residence, by name. */
export function StaffList({ residenceId, mayChange }: StaffListProps) {
  return (
    <>
      <SectionHead title={translate('accueil.residences.parts.staff')}>
        {mayChange && (
          <AddButton
            text={t('add')}
            values={{ medical: false, doctor: false, active: true }}
            send={(typed) =>
              request('POST /desk/establishments/:id/staff', { id: residenceId, ...memberIn(typed) })
            }
          >
            <MemberInputs />
          </AddButton>
        )}
      </SectionHead>
      <RowList none={t('none')} {...useRead('GET /desk/establishments/:id/staff', { id: residenceId })}>
        {(member) => (
          <>
            <Box sx={{ minWidth: 0 }}>
              <Typography sx={{ overflowWrap: 'anywhere' }}>{member.name}</Typography>
              <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
                {member.job}
              </Typography>
            </Box>
            <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
              {(member.doctor || member.medical) && (
                <Chip size="small" variant="outlined" label={t(member.doctor ? 'doctor' : 'medical')} />
              )}
              {!member.active && <Chip size="small" variant="outlined" label={t('left')} />}
              {mayChange && (
                <EditButton
                  label={t('editThis', { name: member.name })}
                  title={t('edit')}
                  values={member}
                  send={(typed) => request('PATCH /desk/staff/:id', { id: member.id, ...memberIn(typed) })}
                >
                  <MemberInputs />
                </EditButton>
              )}
            </Stack>
          </>
        )}
      </RowList>
    </>
  );
}

function MemberInputs() {
  return (
    <>
      <TextInput source="name" label={t('name')} validate={required()} />
      <TextInput source="job" label={t('job')} validate={required()} />
      <BooleanInput source="medical" label={t('medical')} />
      <BooleanInput source="doctor" label={t('doctor')} />
      <BooleanInput source="active" label={t('active')} />
    </>
  );
}

/** A doctor is medical staff. */
function memberIn({ name, job, medical, doctor, active }: FormValues) {
  return { name, job, medical: medical || doctor, doctor, active };
}
