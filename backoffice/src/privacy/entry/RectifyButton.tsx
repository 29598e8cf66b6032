import { Typography } from '@mui/material';
import { Fragment } from 'react';
import { DeskError, request } from '../../api/client.ts';
import type { Told } from '../../api/privacy-responses.ts';
import type { EntryDetail } from '../../api/responses.ts';
import { FieldInput } from '../../entries/detail/FieldsDialog.tsx';
import { nameOf } from '../../entries/detail/formatters.ts';
import { textsOf, translate } from '../../i18n/texts.ts';
import { FormButton } from '../../ui/FormButton.tsx';
import { correctablesOf, correctionOf, type Group, typedFrom } from './corrections.ts';

const t = textsOf('privacy.rectify');

interface Props {
  readonly entry: EntryDetail;
  readonly requestId?: number;
  /** Called with who was told the old values. */
  readonly onTold: (told: readonly Told[]) => void;
}

/** Corrects any field of an entry, those that the interface does not name too. */
export function RectifyButton({ entry, requestId, onTold }: Props) {
  const { id, version } = entry;
  const correctables = correctablesOf(entry);
  return (
    <FormButton
      text={translate('accueil.privacy.entry.rectify')}
      variant="outlined"
      title={t('title', { id })}
      values={{ values: correctables.map(typedFrom) }}
      isSticky
      send={async ({ values }) => {
        const correction = correctionOf(correctables, values);
        if (correction === undefined) return false;
        try {
          const body = { ...correction, version, ...(requestId !== undefined && { requestId }) };
          const { told } = await request('PATCH /desk/privacy/entries/:id', { id, ...body });
          onTold(told);
          return true;
        } catch (error) {
          if (error instanceof DeskError && error.status === 409) return t('changed');
          throw error;
        }
      }}
      done="accueil.privacy.rectify.done"
    >
      <Typography variant="body2">{t('explained')}</Typography>
      {correctables.map(({ field, group }, i) => {
        const title = titleOf(group, entry);
        const before = correctables[i - 1];
        const isFirst = before === undefined || titleOf(before.group, entry) !== title;
        return (
          // The list does not change while the form is open.
          <Fragment key={`${title} ${field.name}`}>
            {isFirst && (
              <Typography component="h3" variant="h6">
                {title}
              </Typography>
            )}
            <FieldInput field={field} source={`values.${i}`} />
          </Fragment>
        );
      })}
    </FormButton>
  );
}

/** The title above the values of a part of the entry. */
function titleOf(group: Group, { relations }: EntryDetail): string {
  switch (group.of) {
    case 'relation':
    case 'relation-extra': {
      const related = relations.find(({ position }) => position === group.position);
      const name = nameOf(related?.fields ?? {});
      return translate('accueil.privacy.entry.relation', {
        name: name || translate('accueil.entry.person', { number: group.position + 1 }),
      });
    }
    case 'action':
      return translate('accueil.privacy.rectify.action', { number: group.position + 1 });
    default:
      return translate('accueil.privacy.entry.person');
  }
}
