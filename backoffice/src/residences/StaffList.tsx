import { Chip } from '@mui/material';
import { BooleanInput, required, TextInput } from 'react-admin';
import { request } from '../api/client.ts';
import { useRead } from '../api/queries.ts';
import { textsOf, translate } from '../i18n/texts.ts';
import { AddButton, EditButton } from '../ui/FormButton.tsx';
import { RowList } from '../ui/RowList.tsx';
import { Row } from '../ui/Rows.tsx';
import type { FormValues } from '../ui/SendForm.tsx';

const t = textsOf('residences.staff');

interface StaffListProps {
  readonly residenceId: number;
  readonly mayChange: boolean;
}

export function StaffList({ residenceId, mayChange }: StaffListProps) {
  return (
    <RowList
      title={translate('accueil.residences.parts.staff')}
      act={
        mayChange && (
          <AddButton
            text={t('add')}
            values={{ medical: false, doctor: false, active: true }}
            send={(typed) =>
              request('POST /desk/establishments/:id/staff', { id: residenceId, ...memberIn(typed) })
            }
          >
            <MemberInputs />
          </AddButton>
        )
      }
      none={t('none')}
      {...useRead('GET /desk/establishments/:id/staff', { id: residenceId })}
    >
      {({ id, name, job, doctor, medical, active }) => (
        <Row
          name={name}
          notes={[job]}
          acts={
            <>
              {(doctor || medical) && (
                <Chip size="small" variant="outlined" label={t(doctor ? 'doctor' : 'medical')} />
              )}
              {!active && <Chip size="small" variant="outlined" label={t('left')} />}
              {mayChange && (
                <EditButton
                  label={t('editThis', { name })}
                  title={t('edit')}
                  values={{ name, job, doctor, medical, active }}
                  send={(typed) => request('PATCH /desk/staff/:id', { id, ...memberIn(typed) })}
                >
                  <MemberInputs />
                </EditButton>
              )}
            </>
          }
        />
      )}
    </RowList>
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
