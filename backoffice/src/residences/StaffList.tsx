import Add from '@mui/icons-material/Add';
import { Box, Button, Card, Chip, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { BooleanInput, required, TextInput, useRefresh, useTranslate } from 'react-admin';
import { change } from '../api/client.ts';
import { useDeskRead } from '../api/queries.ts';
import type { StaffMember } from '../api/responses.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { SectionHead } from '../ui/SectionHead.tsx';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';

interface StaffListProps {
  readonly residenceId: number;
  readonly mayChange: boolean;
}

/** The staff of a residence, by name. */
export function StaffList({ residenceId, mayChange }: StaffListProps) {
  const translate = useTranslate();
  const t = useTexts('residences.staff');
  const { data, error } = useDeskRead(`/desk/establishments/${residenceId}/staff`);
  const [edited, setEdited] = useState<StaffMember | 'new'>();
  return (
    <>
      <SectionHead title={t('title')}>
        {mayChange && (
          <Button variant="contained" startIcon={<Add />} onClick={() => setEdited('new')}>
            {t('add')}
          </Button>
        )}
      </SectionHead>
      <WhenLoaded data={data} error={error}>
        {({ data: members }) =>
          members.length === 0 ? (
            <Typography color="textSecondary">{t('none')}</Typography>
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
                      <Chip size="small" variant="outlined" label={t(member.doctor ? 'doctor' : 'medical')} />
                    )}
                    {!member.active && <Chip size="small" variant="outlined" label={t('left')} />}
                    {mayChange && (
                      <Button
                        size="small"
                        aria-label={t('editThis', { name: member.name })}
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

interface MemberDialogProps {
  readonly residenceId: number;
  /** Undefined for a new one. */
  readonly member: StaffMember | undefined;
  readonly onClose: () => void;
}

/** Adds or edits a member of staff. */
function MemberDialog({ residenceId, member, onClose }: MemberDialogProps) {
  const translate = useTranslate();
  const refresh = useRefresh();
  const t = useTexts('residences.staff');
  return (
    <FormDialog
      title={t(member === undefined ? 'add' : 'edit')}
      submit={translate(member === undefined ? 'ra.action.add' : 'ra.action.save')}
      values={member ?? { medical: false, doctor: false, active: true }}
      onClose={onClose}
      onSubmit={async ({ name, job, medical, doctor, active }) => {
        // A doctor is medical staff.
        const body = { name, job, medical: medical || doctor, doctor, active };
        if (member === undefined) await change('POST', `/desk/establishments/${residenceId}/staff`, body);
        else await change('PATCH', `/desk/staff/${member.id}`, body);
        refresh();
        onClose();
      }}
    >
      <TextInput source="name" label={t('name')} validate={required()} />
      <TextInput source="job" label={t('job')} validate={required()} />
      <BooleanInput source="medical" label={t('medical')} />
      <BooleanInput source="doctor" label={t('doctor')} />
      <BooleanInput source="active" label={t('active')} />
    </FormDialog>
  );
}
