import { Stack, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import { useState } from 'react';
import { required, SelectInput, TextInput } from 'react-admin';
import { residenceFieldNames } from '../../../server/src/french/import-columns.ts';
import { request } from '../api/client.ts';
import { useRead } from '../api/queries.ts';
import type { Assignment, Residence } from '../api/responses.ts';
import { useRight } from '../session/access.ts';
import { Facts, TextBlock } from '../ui/Facts.tsx';
import { Fold } from '../ui/Fold.tsx';
import { EditButton } from '../ui/forms.tsx';
import { SectionCard } from '../ui/SectionCard.tsx';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';
import { TargetsCard } from './TargetsCard.tsx';

const blockTexts = {
  contact: 'Coordonnées',
  documents: 'Documents pour les familles',
  presentation: 'Présentation',
  legal: 'Informations légales',
  employer: 'Employeur',
  technical: 'Référencement et images',
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
  const connectsSites = useRight('integrations');
  const editButton = (block: Block | 'name') =>
    isInsider && <EditBlockButton residence={residence} block={block} />;
  const card = (block: Block) => (
    <SectionCard key={block} title={blockTexts[block]} act={editButton(block)}>
      <Facts facts={blocks[block].map((field) => [fieldTexts[field], residence[field] ?? '—'])} />
    </SectionCard>
  );
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
      {blockNames.filter((block) => block !== 'confidential' || isInsider).map(card)}
      {isInsider && <AssignmentCard residenceId={residence.id} />}
      <TargetsCard residence={residence} />
      {connectsSites && (
        <Fold title="Pour les sites">
          <Stack spacing={2}>
            {card('technical')}
            <PublicAnswer residenceId={residence.id} />
          </Stack>
        </Fold>
      )}
    </Stack>
  );
}

/** The details of a residence by block of its page, named as in the main API. */
const blocks = {
  contact: ['phone', 'email', 'address', 'cp', 'city', 'googlemapLink'],
  documents: ['tariffsUrl', 'bookletUrl'],
  presentation: ['about'],
  legal: ['siret', 'status', 'capital', 'tvaNum', 'rcsRef', 'rcsNum', 'prefectureEmail', 'prefectureFax'],
  employer: ['convention', 'collector', 'regimeRetraite', 'regimePrevoyance', 'regimeMutuelle'],
  confidential: ['banque', 'iban', 'bic', 'sepa', 'urssafRef', 'urssafNum'],
  technical: ['lat', 'lng', 'slug', 'seoTitleJob', 'pictureName', 'logoName'],
} as const;

type Block = keyof typeof blocks;

const blockNames = ['contact', 'documents', 'presentation', 'legal', 'employer', 'confidential'] as const;

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
  const groups = useRead('GET /desk/groups').data?.data ?? [];
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

/** What sites are answered about it. */
function PublicAnswer({ residenceId }: { readonly residenceId: number }) {
  const [withPassword, setWithPassword] = useState(false);
  return (
    <WhenLoaded {...useRead('GET /desk/establishments/:id/public', { id: residenceId })}>
      {(answers) => {
        const shown = withPassword ? answers.withPassword : answers.withoutPassword;
        return (
          <SectionCard title="Réponse de l’API">
            <Typography
              gutterBottom
            >{`Ce que répond l’API publique à l’adresse /fr/etablissement/show/${residenceId}, dès la prochaine requête.`}</Typography>
            {answers.withPassword !== undefined && (
              <ToggleButtonGroup aria-label="À qui" value={withPassword} sx={{ mb: 1 }}>
                <ToggleButton value={false} onClick={() => setWithPassword(false)}>
                  Sans mot de passe
                </ToggleButton>
                <ToggleButton value onClick={() => setWithPassword(true)}>
                  Avec mot de passe
                </ToggleButton>
              </ToggleButtonGroup>
            )}
            <TextBlock text={JSON.stringify(shown, null, 2)} />
          </SectionCard>
        );
      }}
    </WhenLoaded>
  );
}
