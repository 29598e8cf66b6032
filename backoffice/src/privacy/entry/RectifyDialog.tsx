import { Typography } from '@mui/material';
import { Fragment } from 'react';
import { useTranslate } from 'react-admin';
import { DeskError, request } from '../../api/client.ts';
import type { Told } from '../../api/privacy-responses.ts';
import type { EntryDetail } from '../../api/responses.ts';
import { FieldInput } from '../../entries/detail/FieldsDialog.tsx';
import { nameOf } from '../../entries/detail/formatters.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { correctablesOf, correctionOf, type Group, typedFrom } from './corrections.ts';

interface Props {
  readonly entry: EntryDetail;
  readonly requestId?: number;
  readonly onClose: () => void;
  /** Called with who was told the old values. */
  readonly onDone: (told: readonly Told[]) => void;
}

/** Corrects any field of an entry, those that the interface does not name too. */
export function RectifyDialog({ entry, requestId, onClose, onDone }: Props) {
  const translate = useTranslate();
  const t = useTexts('privacy.rectify');
  const { id, version } = entry;
  const correctables = correctablesOf(entry);
  return (
    <FormDialog
      title={t('title', { id })}
      submit={translate('ra.action.save')}
      values={{ values: correctables.map(typedFrom) }}
      isSticky
      onClose={onClose}
      onSubmit={async ({ values }) => {
        const correction = correctionOf(correctables, values);
        if (correction === undefined) return onClose();
        try {
          const body = { ...correction, version, ...(requestId !== undefined && { requestId }) };
          const { told } = await request('PATCH /desk/privacy/entries/:id', { id, ...body });
          return onDone(told);
        } catch (error) {
          if (error instanceof DeskError && error.status === 409) return t('changed');
          throw error;
        }
      }}
    >
      <Typography variant="body2">{t('explained')}</Typography>
      {correctables.map(({ field, group }, i) => {
        const title = titleOf(group, entry, translate);
        const before = correctables[i - 1];
        const isFirst = before === undefined || titleOf(before.group, entry, translate) !== title;
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
    </FormDialog>
  );
}

/** The title above the values of a part of the entry. */
function titleOf(
  group: Group,
  { relations }: EntryDetail,
  translate: ReturnType<typeof useTranslate>,
): string {
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
