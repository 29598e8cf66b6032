import { Stack, Typography } from '@mui/material';
import { required, SelectInput, TextInput, useGetList } from 'react-admin';
import { residenceFieldNames } from '../../../server/src/french/import-columns.ts';
import { request } from '../api/client.ts';
import { useRead } from '../api/queries.ts';
import type { Assignment, Group, Residence } from '../api/responses.ts';
import { useRight } from '../session/access.ts';
import { Facts } from '../ui/Facts.tsx';
import { EditButton } from '../ui/FormButton.tsx';
import { SectionCard } from '../ui/SectionCard.tsx';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';
import { TargetsCard } from './TargetsCard.tsx';

const blockTexts = {
  contact: 'Coordonnées',
  documents: 'Documents pour les familles',
  presentation: 'Présentation',
  legal: 'Informations légales',
  employer: 'Employeur',
  confidential: 'Banque et Urssaf (confidentiel)',
  name: 'Identité',
};
const fieldTexts = {
  ...residenceFieldNames,
  tariffsUrl: 'Tarifs (lien)',
  bookletUrl: 'Livret d’accueil (lien)',
};

export function ResidenceDetails({ residence }: { readonly residence: Residence }) {
  const isInsider = mayChange(residence);
  const editButton = (block: Block | 'name') =>
    isInsider && <EditBlockButton residence={residence} block={block} />;
  return (
    <Stack spacing={2}>
      <SectionCard title="Identité" act={editButton('name')}>
        <Facts
          facts={[
            ['Nom', residence.name],
            ['Groupe', residence.groupName],
            ['Numéro', residence.id],
          ]}
        />
      </SectionCard>
      {blockNames
        .filter((block) => block !== 'confidential' || isInsider)
        .map((block) => (
          <SectionCard key={block} title={blockTexts[block]} act={editButton(block)}>
            <Facts facts={blocks[block].map((field) => [fieldTexts[field], residence[field] ?? '—'])} />
          </SectionCard>
        ))}
      {isInsider && <AssignmentCard residenceId={residence.id} />}
      <TargetsCard residence={residence} />
    </Stack>
  );
}

/** The details of a residence by block of its page, named as in the main API. */
export const blocks = {
  contact: ['phone', 'email', 'address', 'cp', 'city', 'lat', 'lng', 'googlemapLink'],
  documents: ['tariffsUrl', 'bookletUrl'],
  presentation: ['about', 'slug', 'seoTitleJob', 'pictureName', 'logoName'],
  legal: ['siret', 'status', 'capital', 'tvaNum', 'rcsRef', 'rcsNum', 'prefectureEmail', 'prefectureFax'],
  employer: ['convention', 'collector', 'regimeRetraite', 'regimePrevoyance', 'regimeMutuelle'],
  confidential: ['banque', 'iban', 'bic', 'sepa', 'urssafRef', 'urssafNum'],
} as const;

export type Block = keyof typeof blocks;

export const blockNames: readonly Block[] = [
  'contact',
  'documents',
  'presentation',
  'legal',
  'employer',
  'confidential',
];

/** Whether the user may change it: only then the service shows confidential details. */
export function mayChange(residence: Residence): boolean {
  return residence.iban !== undefined;
}

interface EditBlockButtonProps {
  readonly residence: Residence;
  readonly block: Block | 'name';
}

function EditBlockButton({ residence, block }: EditBlockButtonProps) {
  const isAdministrator = useRight('users');
  const fields: readonly (keyof typeof fieldTexts)[] =
    block === 'name' ? (isAdministrator ? ['name', 'groupId'] : ['name']) : blocks[block];
  const values = Object.fromEntries(
    Object.entries(residence).filter(([field]) => fields.some((one) => one === field)),
  );
  const title = blockTexts[block];
  return (
    <EditButton
      label={`Modifier : ${title}`}
      title={title}
      values={values}
      send={async (given) => {
        // Only changed fields: the others may have been changed by someone else meanwhile.
        const changed = fields.filter((field) => (given[field] ?? '') !== (values[field] ?? ''));
        const body = Object.fromEntries(changed.map((field) => [field, given[field] ?? null]));
        return changed.length > 0 && request('PATCH /desk/establishments/:id', { id: residence.id, ...body });
      }}
      done="Résidence enregistrée."
    >
      {fields.map((field) =>
        field === 'groupId' ? (
          <GroupInput key={field} />
        ) : (
          <TextInput
            key={field}
            source={field}
            label={fieldTexts[field]}
            multiline={field === 'about' || field === 'address'}
            {...(field === 'name' && { validate: required() })}
          />
        ),
      )}
    </EditButton>
  );
}

/** A choice of the group that a residence belongs to. */
export function GroupInput() {
  const { data: groups = [] } = useGetList<Group>('groups');
  return (
    <SelectInput
      source="groupId"
      label="Groupe"
      choices={groups.map(({ id, name }) => ({ id, name }))}
      translateChoice={false}
      validate={required()}
    />
  );
}

interface AssignmentCardProps {
  readonly residenceId: number;
}

/** To whom new entries of a residence are given. */
function AssignmentCard({ residenceId }: AssignmentCardProps) {
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

function EditAssignmentButton({
  residenceId,
  assignment,
}: AssignmentCardProps & { readonly assignment: Assignment }) {
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
