import { Button } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useFormContext, useFormState } from 'react-hook-form';
import { request } from '../../api/client.ts';
import { useRead, useResidences } from '../../api/queries.ts';
import { format } from '../../i18n/format.ts';
import { textsOf, translate } from '../../i18n/texts.ts';
import { RowList } from '../../ui/RowList.tsx';
import { Row } from '../../ui/Rows.tsx';
import { useAct } from '../../ui/use-act.ts';
import { bothNames, entryPath, labelFor } from '../entry.ts';
import { MessageButton } from './FamilyCard.tsx';
import type { LeadForm } from './lead-form.ts';

const t = textsOf('leads.typed');

/** The forms that this page has saved, by entry: another user of the same browser gets none of them. */
export const savedForms = 'saved forms';

/** The requests that the user typed in today. For a quarter of an hour each can be undone: that opens its form again. */
export function TypedToday() {
  const { nameOf } = useResidences();
  const { reset } = useFormContext();
  const { isDirty } = useFormState();
  const client = useQueryClient();
  const { act, isBusy } = useAct();
  function takeBack(id: number, form: LeadForm) {
    if (isDirty && !window.confirm(translate('ra.message.unsaved_changes'))) return;
    void act(async () => {
      await request('POST /desk/entries/:id/undo', { id });
      // As typed anew: leaving it asks first.
      reset(form, { keepDefaultValues: true });
    });
  }
  return (
    <RowList title={t('title')} none={t('none')} {...useRead('GET /desk/entries/mine-today')}>
      {({ takenBy, mayUndo, mayRead, mayLeaveMessage, ...entry }) => {
        const { id, establishmentId, typedAt } = entry;
        const place =
          establishmentId === null ? translate('accueil.leads.unassigned') : nameOf(establishmentId);
        const form = client.getQueryData<LeadForm>([savedForms, id]);
        return (
          <Row
            name={bothNames(entry)}
            to={mayRead ? entryPath(entry) : undefined}
            notes={[
              format.dotted(format.since(typedAt), `n° ${id}`, place),
              takenBy !== null && t('takenBy', { by: takenBy }),
            ]}
            acts={
              mayUndo && form !== undefined ? (
                <Button
                  disabled={isBusy}
                  aria-label={labelFor(t('undo'), entry)}
                  onClick={() => takeBack(id, form)}
                  sx={{ minHeight: 44 }}
                >
                  {t('undo')}
                </Button>
              ) : (
                mayLeaveMessage && !mayRead && <MessageButton entry={entry} place={place} />
              )
            }
          />
        );
      }}
    </RowList>
  );
}
