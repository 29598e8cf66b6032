import { Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { EntryDetail } from '../../api/responses.ts';
import { TechnicalDetails } from '../../ui/TechnicalDetails.tsx';
import type { Fields } from '../entry.ts';
import { Block } from './Block.tsx';
import { shownConsents } from './ConsentDialog.tsx';
import { placedNames } from './entry-fields.ts';
import { ExtraFacts } from './FieldFacts.tsx';

/** Shown by other blocks. */
const elsewhere = new Set(['ip', 'resultat', 'motif']);

/** What the script of a site adds to its form. */
const technical = new Set([
  'page',
  'landing_page',
  'referrer',
  'adUserData',
  'adPersonalization',
  'gclidCapturedAt',
  'formDurationMs',
  'sujetAnnexe',
]);

/** The fields that no other block shows. */
export function ExtraBlock({ entry }: { readonly entry: EntryDetail }) {
  const translate = useTranslate();
  const placed = placedNames(entry.kind);
  const unplaced = Object.entries(entry.fields).filter(
    ([name, value]) => !placed.has(name) && !elsewhere.has(name) && !(name === 'cv' && isPlainCv(value)),
  );
  const consents = shownConsents(entry.extra);
  const unnamed = Object.entries(entry.extra).filter(([name]) => !consents.includes(name));
  const extra = Object.fromEntries([...unplaced, ...unnamed]);
  if (Object.keys(extra).length === 0) return null;
  return (
    <Block title={translate('accueil.entry.block.extra')}>
      <ExtraFacts extra={only(extra, (name) => !technical.has(name))} />
      {Object.keys(extra).some((name) => technical.has(name)) && (
        <TechnicalDetails>
          <ExtraFacts extra={only(extra, (name) => technical.has(name))} />
        </TechnicalDetails>
      )}
    </Block>
  );
}

function only(fields: Fields, isShown: (name: string) => boolean): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => isShown(name)));
}

/** The block of the CV shows its name and type. */
function isPlainCv(cv: unknown): boolean {
  return Object.keys(cv ?? {}).every((name) => name === 'name' || name === 'type');
}

/** What a visitor claims and only staff decide: shown, but not counted. */
export function VisitorBlock({ entry: { browser, contactDate, fields } }: { readonly entry: EntryDetail }) {
  const translate = useTranslate();
  if (!browser) return null;
  const { resultat, motif, dateFirstContact } = fields;
  const claims = { resultat, motif, ...(dateFirstContact !== contactDate && { dateFirstContact }) };
  const known = Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined));
  if (Object.keys(known).length === 0) return null;
  return (
    <Block title={translate('accueil.entry.block.visitorSays')}>
      <Typography variant="body2" color="text.secondary">
        {translate('accueil.entry.visitorSays')}
      </Typography>
      <ExtraFacts extra={known} />
    </Block>
  );
}
