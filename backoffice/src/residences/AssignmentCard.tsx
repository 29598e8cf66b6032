import { Typography } from '@mui/material';
import { required, SelectInput } from 'react-admin';
import { request } from '../api/client.ts';
import { useRead } from '../api/queries.ts';
import type { Assignment } from '../api/responses.ts';
import { textsOf } from '../i18n/texts.ts';
import { EditButton } from '../ui/FormButton.tsx';
import { SectionCard } from '../ui/SectionCard.tsx';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';

const t = textsOf('residences.assignment');

interface Props {
  readonly residenceId: number;
}

/** To whom new entries of a residence are given. */
export function AssignmentCard({ residenceId }: Props) {
  const { data, error } = useRead('GET /desk/establishments/:id/assignment', { id: residenceId });
  return (
    <SectionCard
      title={t('title')}
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
              <Typography>{t(`is.${names === '' ? 'none' : mode}`, { names })}</Typography>
              <Typography variant="body2" color="textSecondary">
                {t('help')}
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
      label={t('edit')}
      title={t('title')}
      values={{ to: mode === 'user' ? userId : mode }}
      send={({ to }) =>
        request('PUT /desk/establishments/:id/assignment', {
          id: residenceId,
          ...(typeof to === 'number' ? { mode: 'user', userId: to } : { mode: to }),
        })
      }
      done="accueil.residences.assignment.saved"
    >
      <SelectInput
        source="to"
        label={t('to')}
        choices={[
          { id: 'none', name: t('none') },
          { id: 'turn', name: t('turn') },
          ...candidates.map((one) => ({ id: one.id, name: nameOf(one) })),
        ]}
        translateChoice={false}
        validate={required()}
        helperText={t('turnHelp')}
      />
    </EditButton>
  );
}

function nameOf({ name, away }: Assignment['candidates'][number]): string {
  return away ? t('away', { name }) : name;
}
