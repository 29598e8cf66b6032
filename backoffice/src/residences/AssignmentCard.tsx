import { Typography } from '@mui/material';
import { required, SelectInput } from 'react-admin';
import { request } from '../api/client.ts';
import { useRead } from '../api/queries.ts';
import type { Assignment } from '../api/responses.ts';
import { EditButton } from '../ui/FormButton.tsx';
import { SectionCard } from '../ui/SectionCard.tsx';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';

interface Props {
  readonly residenceId: number;
}

/** To whom new entries of a residence are given. */
export function AssignmentCard({ residenceId }: Props) {
  const { data, error } = useRead('GET /desk/establishments/:id/assignment', { id: residenceId });
  return (
    <SectionCard
      title="Confier les nouvelles fiches"
      act={data !== undefined && <EditAssignmentButton residenceId={residenceId} assignment={data} />}
    >
      <WhenLoaded data={data} error={error}>
        {({ mode, userId, candidates }) => {
          const names = candidates
            .filter(({ id, inTurn }) => (mode === 'turn' ? inTurn : id === userId))
            .map(nameOf)
            .join(', ');
          return (
            <>
              <Typography>
                {mode === 'none' || names === ''
                  ? 'Elles ne sont confiées à personne.'
                  : mode === 'user'
                    ? `Elles sont confiées à ${names}.`
                    : `Elles sont confiées tour à tour à ${names}.`}
              </Typography>
              <Typography variant="body2" color="textSecondary">
                Demandes, contacts, réclamations et candidatures qui arrivent, à qui a le droit d’y répondre.
                Elles restent nouvelles.
              </Typography>
            </>
          );
        }}
      </WhenLoaded>
    </SectionCard>
  );
}

function EditAssignmentButton({ residenceId, assignment }: Props & { readonly assignment: Assignment }) {
  const { mode, userId, candidates } = assignment;
  return (
    <EditButton
      label="Modifier : confier les nouvelles fiches"
      title="Confier les nouvelles fiches"
      values={{ to: mode === 'user' ? userId : mode }}
      send={({ to }) =>
        request('PUT /desk/establishments/:id/assignment', {
          id: residenceId,
          ...(typeof to === 'number' ? { mode: 'user', userId: to } : { mode: to }),
        })
      }
      done="C’est enregistré."
    >
      <SelectInput
        source="to"
        label="À qui"
        choices={[
          { id: 'none', name: 'Personne' },
          { id: 'turn', name: 'Chacun son tour' },
          ...candidates.map((one) => ({ id: one.id, name: nameOf(one) })),
        ]}
        translateChoice={false}
        validate={required()}
        helperText="Chacun son tour : qui a un rôle dans cette résidence. Les absents sont sautés."
      />
    </EditButton>
  );
}

function nameOf({ name, away }: Assignment['candidates'][number]): string {
  return away ? `${name} (absent aujourd’hui)` : name;
}
