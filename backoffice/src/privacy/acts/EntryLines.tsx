import { Chip, Typography } from '@mui/material';
import { kindNames } from '../../../../server/src/french/labels.ts';
import type { EntryFacts, MatchedPerson } from '../../api/privacy-responses.ts';
import { format } from '../../i18n/format.ts';
import { textsOf, translate } from '../../i18n/texts.ts';
import { useResidenceName } from './names.ts';

const t = textsOf('privacy.person');

type NamedPerson = Pick<MatchedPerson, 'person' | 'name' | 'kinship'>;

/** Names the persons of an entry, and an entry by them: its number alone would tell nobody whose it is. */
export function usePersonNames() {
  const unnamed = translate('accueil.leads.unnamed');
  return {
    /** « Odette Garnier, n° 2 »: the first person with a name. */
    entryName: ({ persons }: EntryFacts, id: number): string =>
      translate('accueil.privacy.find.named', {
        name: persons.find(({ name }) => name !== null)?.name ?? unnamed,
        id,
      }),
    /** « Claire Durand, proche (Fille) » */
    personName: ({ person, name, kinship }: NamedPerson): string => {
      if (person === 'referrer') return t('referrer');
      if (person === 'entry') return t('entry', { name: name ?? unnamed });
      return t(kinship === null ? 'related' : 'relatedAs', { name: name ?? unnamed, kinship });
    },
  };
}

/** Whether somebody waits: « À rappeler ». */
export function StateChip({ entry: { followUp } }: { readonly entry: EntryFacts }) {
  if (followUp === null) return null;
  return (
    <Chip
      size="small"
      color="warning"
      variant="outlined"
      label={translate(`accueil.leads.followUp.${followUp}`)}
    />
  );
}

/** What the entry is, of which residence, and since when. */
export function EntryLine({ entry }: { readonly entry: EntryFacts }) {
  const residence = useResidenceName();
  const { kind, establishmentId, receivedAt } = entry;
  return (
    <Typography variant="body2" color="textSecondary">
      {[
        kindNames[kind],
        residence(establishmentId),
        translate('accueil.privacy.find.received', { at: format.moment(receivedAt) }),
      ].join(' · ')}
    </Typography>
  );
}
