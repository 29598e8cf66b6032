import { Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Block } from './Block.tsx';
import { ExtraFacts } from './ExtraFacts.tsx';
import type { WholeEntry } from './whole-entry.ts';

/** What a visitor says and only staff decide: shown, and counted nowhere. */
export function VisitorBlock({ entry: { browser, contactDate, fields } }: { readonly entry: WholeEntry }) {
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
