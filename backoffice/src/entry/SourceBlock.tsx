import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Block } from './Block.tsx';
import { referrerFields } from './entry-fields.ts';
import { type Fact, Facts } from './Facts.tsx';
import { FieldFacts } from './FieldFacts.tsx';
import { SourceDialog } from './SourceDialog.tsx';
import { useActs } from './use-acts.ts';
import { useWords } from './use-words.ts';
import { dayText, labelOf, type Words } from './values.ts';
import type { WholeEntry } from './whole-entry.ts';

/** Where the entry comes from, and when it came. */
export function SourceBlock({ entry }: { readonly entry: WholeEntry }) {
  const translate = useTranslate();
  const words = useWords();
  const { mayChange } = useActs();
  const [isEdited, setEdited] = useState(false);
  const title = translate('accueil.entry.block.source');
  const canEdit = mayChange && entry.kind === 'commercial';
  return (
    <Block title={title} onEdit={canEdit ? () => setEdited(true) : undefined}>
      <Facts facts={sourceFacts(entry, words)} />
      {entry.kind === 'commercial' && <FieldFacts fields={referrerFields} values={entry.fields} />}
      {isEdited && (
        <SourceDialog
          title={translate('accueil.entry.act.edit', { block: title })}
          entry={entry}
          onClose={() => setEdited(false)}
        />
      )}
    </Block>
  );
}

function sourceFacts(entry: WholeEntry, words: Words): Fact[] {
  const { translate } = words;
  const { type, caller, partner, partnerid, customId, gclid, contactDate, receivedAt, fields } = entry;
  const isByHand = caller === null && partner === null;
  return [
    ['type', type === null ? null : labelOf(type, words)],
    ['announcement', offerText(entry, words)],
    ['caller', isByHand ? translate('accueil.entry.source.byHand') : (caller?.name ?? null)],
    ['partner', partner?.name ?? null],
    ['partnerid', partnerid],
    ['customId', customId],
    ['gclid', gclid],
    ['contactDate', dayText(contactDate, words)],
    ['receivedAt', words.format.moment(receivedAt)],
  ]
    .concat(typeof fields.ip === 'string' ? [['ip', fields.ip]] : [])
    .flatMap(([name, value]) =>
      typeof value === 'string' ? [{ label: translate(`accueil.entry.source.${name}`), value }] : [],
    );
}

/** The job offer of an application. */
function offerText({ kind, announcement }: WholeEntry, { translate }: Words): string | null {
  if (kind !== 'postuler') return null;
  if (announcement === null) return translate('accueil.entry.source.spontaneous');
  const { id, title, open } = announcement;
  if (title === null) return translate('accueil.entry.source.unknownOffer', { id });
  return open ? title : translate('accueil.entry.source.closedOffer', { title });
}
