import { Stack } from '@mui/material';
import { required, TextInput } from 'react-admin';
import { request } from '../api/client.ts';
import type { Residence } from '../api/responses.ts';
import { textsOf } from '../i18n/texts.ts';
import { useRight } from '../session/access.ts';
import { Facts } from '../ui/Facts.tsx';
import { EditButton } from '../ui/FormButton.tsx';
import { SectionCard } from '../ui/SectionCard.tsx';
import { AssignmentCard } from './AssignmentCard.tsx';
import { GroupInput } from './GroupInput.tsx';
import { type Block, blockNames, blocks, mayChange } from './residence.ts';
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
  status: 'Forme juridique',
  email: 'E-mail',
  phone: 'Téléphone',
  address: 'Adresse',
  slug: 'Nom dans les adresses (slug)',
  about: 'Présentation',
  tariffsUrl: 'Tarifs (lien)',
  bookletUrl: 'Livret d’accueil (lien)',
  seoTitleJob: 'Titre des pages d’emploi',
  siret: 'SIRET',
  urssafRef: 'Urssaf (référence)',
  urssafNum: 'Urssaf (numéro)',
  pictureName: 'Photo (nom de fichier)',
  tvaNum: 'Numéro de TVA',
  logoName: 'Logo (nom de fichier)',
  prefectureEmail: 'E-mail de la préfecture',
  prefectureFax: 'Fax de la préfecture',
  regimeRetraite: 'Régime de retraite',
  convention: 'Convention collective',
  collector: 'Organisme collecteur',
  capital: 'Capital',
  rcsRef: 'RCS (greffe)',
  rcsNum: 'RCS (numéro)',
  regimePrevoyance: 'Régime de prévoyance',
  regimeMutuelle: 'Mutuelle',
  banque: 'Banque',
  bic: 'BIC',
  iban: 'IBAN',
  sepa: 'SEPA',
  cp: 'Code postal',
  city: 'Ville',
  lat: 'Latitude',
  lng: 'Longitude',
  googlemapLink: 'Lien vers la carte',
};

const t = textsOf('residences');

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

interface EditBlockButtonProps {
  readonly residence: Residence;
  readonly block: Block | 'name';
}

function EditBlockButton({ residence, block }: EditBlockButtonProps) {
  const isAdministrator = useRight('users');
  const fields = block === 'name' ? (isAdministrator ? ['name', 'groupId'] : ['name']) : [...blocks[block]];
  const values = Object.fromEntries(Object.entries(residence).filter(([field]) => fields.includes(field)));
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
            label={t(`fields.${field}`)}
            multiline={field === 'about' || field === 'address'}
            {...(field === 'name' && { validate: required() })}
          />
        ),
      )}
    </EditButton>
  );
}
