import { useState } from 'react';
import { DateInput, SelectInput, useTranslate } from 'react-admin';
import { commercialTypeNames, contractName } from '../../../../server/src/french/labels.ts';
import type { EntryDetail } from '../../api/responses.ts';
import { choicesIn } from '../../i18n/choices.ts';
import { type Fact, Facts } from '../../ui/Facts.tsx';
import { TechnicalDetails } from '../../ui/TechnicalDetails.tsx';
import { type Fields, isMasculine } from '../entry.ts';
import { EditDialog, pick, required } from './ActDialog.tsx';
import { Block } from './Block.tsx';
import { useActs } from './EntryActsProvider.tsx';
import { namesOf, referrerFields } from './entry-fields.ts';
import { FieldFacts } from './FieldFacts.tsx';
import { FieldInputs } from './FieldsDialog.tsx';
import { dayText, type Formatters } from './formatters.ts';
import { useFormatters } from './use-formatters.ts';

/** The source of the entry, and when it came. */
export function SourceBlock({ entry }: { readonly entry: EntryDetail }) {
  const translate = useTranslate();
  const formatters = useFormatters();
  const { mayChange } = useActs();
  const [isEdited, setEdited] = useState(false);
  const title = translate('accueil.entry.block.source');
  const technical = technicalFacts(entry, formatters);
  const canEdit = mayChange && entry.kind === 'commercial';
  return (
    <Block title={title} onEdit={canEdit ? () => setEdited(true) : undefined}>
      <Facts inLines facts={sourceFacts(entry, formatters)} />
      {entry.kind === 'commercial' && (
        // An adviser is no person who objects.
        <FieldFacts fields={referrerFields} values={entry.fields} objectedOn={null} />
      )}
      {technical.length > 0 && (
        <TechnicalDetails>
          <Facts inLines facts={technical} />
        </TechnicalDetails>
      )}
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

function sourceFacts(entry: EntryDetail, formatters: Formatters): Fact[] {
  const { translate } = formatters;
  const { type, caller, partner, partnerid, contactDate, receivedAt, enteredBy } = entry;
  const gender = isMasculine(entry) ? 'Masculine' : '';
  const isByHand = caller === null && partner === null;
  return factsOf(
    {
      type: type === null ? null : contractName(type),
      announcement: offerText(entry, formatters),
      [`caller${gender}`]: isByHand
        ? (enteredBy ?? translate('accueil.entry.source.byHand'))
        : (caller?.name ?? null),
      partner: partner?.name ?? null,
      partnerid,
      contactDate: dayText(contactDate, formatters),
      [`receivedAt${gender}`]: formatters.format.moment(receivedAt),
    },
    formatters,
  );
}

function technicalFacts({ customId, gclid, fields: { ip } }: EntryDetail, formatters: Formatters): Fact[] {
  return factsOf({ customId, gclid, ip }, formatters);
}

function factsOf(values: Fields, { translate }: Formatters): Fact[] {
  return Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'string' ? [[translate(`accueil.entry.source.${name}`), value] as const] : [],
  );
}

/** The job offer of an application. */
function offerText({ kind, announcement }: EntryDetail, { translate }: Formatters): string | null {
  if (kind !== 'postuler') return null;
  if (announcement === null) return translate('accueil.entry.source.spontaneous');
  const { id, title, open } = announcement;
  if (title === null) return translate('accueil.entry.source.unknownOffer', { id });
  return open ? title : translate('accueil.entry.source.closedOffer', { title });
}

interface SourceDialogProps {
  readonly title: string;
  readonly entry: EntryDetail;
  readonly onClose: () => void;
}

function SourceDialog({ title, entry, onClose }: SourceDialogProps) {
  return (
    <EditDialog
      title={title}
      before={{
        type: entry.type,
        dateFirstContact: entry.contactDate,
        ...pick(entry.fields, namesOf(referrerFields)),
      }}
      toBody={({ type, dateFirstContact, ...fields }) => ({
        // The type can't be removed.
        ...(type && { type }),
        ...(dateFirstContact !== undefined && { dateFirstContact }),
        ...(Object.keys(fields).length > 0 && { fields }),
      })}
      onClose={onClose}
    >
      <SelectInput
        source="type"
        label="accueil.entry.field.type"
        choices={choicesIn(commercialTypeNames)}
        validate={entry.type === null ? undefined : required}
      />
      <DateInput source="dateFirstContact" label="accueil.entry.field.contactDate" />
      <FieldInputs fields={referrerFields} />
    </EditDialog>
  );
}
