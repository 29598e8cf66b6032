import { Chip } from '@mui/material';
import { BooleanInput, required, TextInput } from 'react-admin';
import { request } from '../api/client.ts';
import { useRead } from '../api/queries.ts';
import { AddButton, EditButton } from '../ui/FormButton.tsx';
import { RowList } from '../ui/RowList.tsx';
import { Row } from '../ui/Rows.tsx';
import type { FormValues } from '../ui/SendForm.tsx';

interface StaffListProps {
  readonly residenceId: number;
  readonly mayChange: boolean;
}

export function StaffList({ residenceId, mayChange }: StaffListProps) {
  return (
    <RowList
      title="Personnel"
      act={
        mayChange && (
          <AddButton
            text="Ajouter une personne"
            values={{ medical: false, doctor: false, active: true }}
            send={(typed) =>
              request('POST /desk/establishments/:id/staff', { id: residenceId, ...memberIn(typed) })
            }
          >
            <MemberInputs />
          </AddButton>
        )
      }
      none="Personne pour l’instant."
      {...useRead('GET /desk/establishments/:id/staff', { id: residenceId })}
    >
      {({ id, name, job, doctor, medical, active }) => (
        <Row
          name={name}
          notes={[job]}
          acts={
            <>
              {(doctor || medical) && (
                <Chip size="small" variant="outlined" label={doctor ? 'Médecin' : 'Personnel médical'} />
              )}
              {!active && <Chip size="small" variant="outlined" label="N’est plus en poste" />}
              {mayChange && (
                <EditButton
                  label={`Modifier ${name}`}
                  title="Modifier une personne"
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
      <TextInput source="name" label="Nom" validate={required()} />
      <TextInput source="job" label="Fonction" validate={required()} />
      <BooleanInput source="medical" label="Personnel médical" />
      <BooleanInput source="doctor" label="Médecin" />
      <BooleanInput source="active" label="En poste" />
    </>
  );
}

/** A doctor is medical staff. */
function memberIn({ name, job, medical, doctor, active }: FormValues) {
  return { name, job, medical: medical || doctor, doctor, active };
}
