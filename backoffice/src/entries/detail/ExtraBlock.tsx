import { Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { EntryDetail } from '../../api/answers.ts';
import { Block } from './Block.tsx';
import { placedNames } from './entry-fields.ts';
import { ExtraFacts } from './FieldFacts.tsx';

/** Shown elsewhere on the page. */
const elsewhere = new Set(['GirEstime', 'UniteProtege', 'ip', 'resultat', 'motif']);

/** Whatever else was sent with the entry. */
export function ExtraBlock({ entry }: { readonly entry: EntryDetail }) {
  const translate = useTranslate();
  const placed = placedNames(entry.kind);
  const unplaced = Object.entries(entry.fields).filter(
    ([name, value]) => !placed.has(name) && !elsewhere.has(name) && !(name === 'cv' && isPlainCv(value)),
  );
  const extra = Object.fromEntries([...unplaced, ...Object.entries(entry.extra)]);
  if (Object.keys(extra).length === 0) return null;
  return (
    <Block title={translate('accueil.entry.block.extra')}>
      <ExtraFacts extra={extra} />
    </Block>
  );
}

/** Of a CV its block shows the name, and the type that its content has. */
function isPlainCv(cv: unknown): boolean {
  return Object.keys(cv ?? {}).every((name) => name === 'name' || name === 'type');
}

/** What a visitor says and only staff decide: shown, and counted nowhere. */
export function VisitorBlock({ entry: { browser, contactDate, fields } }: { readonly entry: EntryDetail }) {
  const translate = useTranslate();
  if (!browser) return null;
  const { resultat, motif, dateFirstContact } = fields;
  const said = { resultat, motif, ...(dateFirstContact !== contactDate && { dateFirstContact }) };
  const known = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
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
