import { Box, Button, Chip, Stack, Typography } from '@mui/material';
import { BooleanInput, required, TextInput, useRefresh, useTranslate } from 'react-admin';
import { request } from '../api/client.ts';
import { useRead } from '../api/queries.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { EditableList } from './EditableList.tsx';

interface StaffListProps {
  readonly residenceId: number;
  readonly mayChange: boolean;
}

/** The staff of a residence, by name. */
export function StaffList({ residenceId, mayChange }: StaffListProps) {
  const translate = useTranslate();
  const refresh = useRefresh();
  const t = useTexts('residences.staff');
  return (
    <EditableList
      title={translate('accueil.residences.parts.staff')}
      add={t('add')}
      none={t('none')}
      {...useRead('GET /desk/establishments/:id/staff', { id: residenceId })}
      mayChange={mayChange}
      row={({ name, job, doctor, medical, active }, onEdit) => (
        <>
          <Box sx={{ minWidth: 0 }}>
            <Typography sx={{ overflowWrap: 'anywhere' }}>{name}</Typography>
            <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
              {job}
            </Typography>
          </Box>
          <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
            {(doctor || medical) && (
              <Chip size="small" variant="outlined" label={t(doctor ? 'doctor' : 'medical')} />
            )}
            {!active && <Chip size="small" variant="outlined" label={t('left')} />}
            {mayChange && (
              <Button size="small" aria-label={t('editThis', { name })} onClick={onEdit}>
                {translate('ra.action.update')}
              </Button>
            )}
          </Stack>
        </>
      )}
      dialog={(member, onClose) => (
        <FormDialog
          title={t(member === undefined ? 'add' : 'edit')}
          submit={translate(member === undefined ? 'ra.action.add' : 'ra.action.save')}
          values={member ?? { medical: false, doctor: false, active: true }}
          onClose={onClose}
          onSubmit={async ({ name, job, medical, doctor, active }) => {
            // A doctor is medical staff.
            const body = { name, job, medical: medical || doctor, doctor, active };
            if (member === undefined)
              await request('POST /desk/establishments/:id/staff', { id: residenceId, ...body });
            else await request('PATCH /desk/staff/:id', { id: member.id, ...body });
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
      )}
    />
  );
}
