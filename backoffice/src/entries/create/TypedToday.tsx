import { Button } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useFormContext, useFormState } from 'react-hook-form';
import { request } from '../../api/client.ts';
import { useRead, useResidences } from '../../api/queries.ts';
import { format } from '../../i18n/format.ts';
import { RowList } from '../../ui/RowList.tsx';
import { Row } from '../../ui/Rows.tsx';
import { useAct } from '../../ui/use-act.ts';
import { bothNames, entryPath, labelFor } from '../entry.ts';
import { MessageButton } from './FamilyCard.tsx';
import type { LeadForm } from './lead-form.ts';

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
    if (
      isDirty &&
      !window.confirm(
        'Certains changements n’ont pas été enregistrés. Êtes-vous sûr(e) de vouloir quitter cette page ?',
      )
    )
      return;
    void act(async () => {
      await request('POST /desk/entries/:id/undo', { id });
      // As typed anew: leaving it asks first.
      reset(form, { keepDefaultValues: true });
    });
  }
  return (
    <RowList
      title="Mes saisies du jour"
      none="Aucune demande saisie aujourd’hui."
      {...useRead('GET /desk/entries/mine-today')}
    >
      {({ takenBy, mayUndo, mayRead, mayLeaveMessage, ...entry }) => {
        const { id, establishmentId, typedAt } = entry;
        const place = establishmentId === null ? 'À confier' : nameOf(establishmentId);
        const form = client.getQueryData<LeadForm>([savedForms, id]);
        return (
          <Row
            name={bothNames(entry)}
            to={mayRead ? entryPath(entry) : undefined}
            notes={[
              format.dotted(format.since(typedAt), `n° ${id}`, place),
              takenBy !== null && `${takenBy} s’en occupe`,
            ]}
            acts={
              mayUndo && form !== undefined ? (
                <Button
                  disabled={isBusy}
                  aria-label={labelFor('Annuler', entry)}
                  onClick={() => takeBack(id, form)}
                  sx={{ minHeight: 44 }}
                >
                  Annuler
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
