import { useState } from 'react';
import { DateInput, SelectInput, useTranslate } from 'react-admin';
import { choicesOf, commercialTypes } from '../../api/enumerations.ts';
import { ActDialog } from './ActDialog.tsx';
import { Block } from './Block.tsx';
import { useActs } from './EntryActsProvider.tsx';
import { referrerFields } from './entry-fields.ts';
import { type Fact, Facts, FieldFacts } from './FieldFacts.tsx';
import { FieldInput, valuesOf, whatChanged } from './FieldsDialog.tsx';
import { dayText, labelOf, useWords, type Words } from './formatters.ts';
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

/** How the contact came, when, and who sent the family. */
export function SourceDialog({
  title,
  entry,
  onClose,
}: {
  readonly title: string;
  readonly entry: WholeEntry;
  readonly onClose: () => void;
}) {
  const before = {
    type: entry.type,
    dateFirstContact: entry.contactDate,
    ...valuesOf(
      entry.fields,
      referrerFields.map(({ name }) => name),
    ),
  };
  return (
    <ActDialog
      title={title}
      values={before}
      toAct={(typed) => {
        const changed = whatChanged(before, typed);
        if (changed === undefined) return undefined;
        const { type, dateFirstContact, ...fields } = changed;
        return {
          name: 'edit',
          body: {
            // A contact has come somehow: that can't be taken away.
            ...(typeof type === 'string' && { type }),
            ...(dateFirstContact !== undefined && { dateFirstContact }),
            ...(Object.keys(fields).length > 0 && { fields }),
          },
        };
      }}
      onClose={onClose}
    >
      <SelectInput
        source="type"
        label="accueil.entry.field.type"
        choices={choicesOf(commercialTypes)}
        validate={entry.type === null ? undefined : isChosen}
        helperText={false}
      />
      <DateInput source="dateFirstContact" label="accueil.entry.field.contactDate" helperText={false} />
      {referrerFields.map((field) => (
        <FieldInput key={field.name} field={field} />
      ))}
    </ActDialog>
  );
}

function isChosen(value: unknown): string | undefined {
  return value === null || value === '' ? 'accueil.entry.form.required' : undefined;
}
