import { Box, Button, Card, CardContent, LinearProgress } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Form, ResourceContextProvider, Title, useNotify } from 'react-admin';
import { set, useFormContext, useFormState } from 'react-hook-form';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { DeskError, request } from '../../api/client.ts';
import { useRead, useResidences } from '../../api/queries.ts';
import { today } from '../../i18n/days.ts';
import { format } from '../../i18n/format.ts';
import { hasRightAt, useSession } from '../../session/access.ts';
import { errorKind } from '../../ui/error-text.ts';
import { useSend } from '../../ui/forms.tsx';
import { Row, RowList } from '../../ui/Rows.tsx';
import { bothNames, entryPath, labelFor } from '../entry.ts';
import type { RefusedCreation } from '../refused.ts';
import { useIdempotencyKey } from '../use-idempotency-key.ts';
import { MessageButton } from './FamilyCard.tsx';
import { LeadInputs } from './LeadInputs.tsx';
import { entryOf, formOfRefused, type LeadForm, type Problems, problemsOf } from './lead-form.ts';

/**
 * The page of a new lead: who stands at the desk, then for whom. `phone`, `email`, `lastName` and `firstName` in the address
 * fill in who that is. What is typed stays until it is saved.
 */
export function LeadCreate() {
  const notify = useNotify();
  const navigate = useNavigate();
  const client = useQueryClient();
  const session = useSession();
  const { all, isPending } = useResidences();
  const save = useSaveLead();
  const [savedPath, setSavedPath] = useState<string>();
  const refused: RefusedCreation | undefined = useLocation().state?.refused;
  const { phone: telephone, ...caller } = Object.fromEntries(useSearchParams()[0]);

  // Navigating earlier would warn of unsaved changes.
  useEffect(() => {
    if (savedPath !== undefined) void navigate(savedPath);
  }, [savedPath, navigate]);

  if (session === undefined || isPending) return <LinearProgress />;
  const residences = all.filter(({ id }) => hasRightAt(session, 'entries.create', id));
  const [only] = residences;

  async function submit(form: LeadForm) {
    const outcome = await save(form);
    void client.invalidateQueries({ queryKey: ['desk', 'GET /desk/entries/mine-today'] });
    if ('problems' in outcome) return outcome.problems;
    client.setQueryDefaults([savedForms], { gcTime: 15 * 60_000 });
    client.setQueryData([savedForms, outcome.id], form);
    // The lead is there: what fails now only stays listed.
    if (refused !== undefined)
      await request('PUT /desk/refused-creations/:id', { id: refused.id, state: 'handled' }).catch(
        () => null,
      );
    const { establishmentId = null } = form;
    const residence = all.find((one) => one.id === establishmentId)?.name;
    const mayRead = session !== undefined && hasRightAt(session, 'entries.read', establishmentId);
    notify(`Enregistrée : n° ${outcome.id}, ${residence}`, { type: 'success', autoHideDuration: 10_000 });
    setSavedPath(mayRead ? `/leads/${outcome.id}` : '/');
    return undefined;
  }

  return (
    <ResourceContextProvider value="leads">
      <Title title="Nouvelle demande" />
      <Box sx={{ maxWidth: 860, mt: 2 }}>
        <Form
          defaultValues={{
            establishmentId: residences.length === 1 ? only?.id : null,
            type: 'commercial.type.phone',
            dateFirstContact: today(),
            action: { what: 'none' },
            isSame: false,
            relation: { telephone, ...caller },
            ...(refused !== undefined && formOfRefused(refused)),
          }}
          validate={problemsOf}
          onSubmit={submit}
          noValidate
          // It would cover the save button of a phone; each input says what is wrong with it.
          disableInvalidFormNotification
          // Another search fills in only what was not typed here.
          resetOptions={{ keepDirtyValues: true }}
          warnWhenUnsavedChanges={savedPath === undefined}
        >
          {/* A card that hides what overflows would hold the save button back. */}
          <Card sx={{ overflow: 'visible', mb: 4 }}>
            <CardContent sx={{ p: { xs: 2, sm: 3 } }}>
              <LeadInputs residences={residences} />
            </CardContent>
          </Card>
          <TypedToday />
        </Form>
      </Box>
    </ResourceContextProvider>
  );
}

const refused = 'Le service a refusé la demande. Votre saisie est conservée.';

type Saved = { readonly id: number } | { readonly problems: Problems };

/** Saves an entry, once however often the form is sent, also when it changes on the way or before the page leaves it. */
function useSaveLead(): (form: LeadForm) => Promise<Saved> {
  const once = useIdempotencyKey();
  const saving = useRef<Promise<Saved>>(undefined);
  return (form) => {
    saving.current ??= save(form).then((saved) => {
      if ('problems' in saved) saving.current = undefined;
      return saved;
    });
    return saving.current;
  };

  async function save({ establishmentId, type, ...form }: LeadForm): Promise<Saved> {
    if (!establishmentId || !type) return { problems: whole(refused) };
    const entry = entryOf({ ...form, establishmentId, type });
    try {
      return await request('POST /desk/entries', entry, once(entry));
    } catch (error) {
      return { problems: refusalOf(error) };
    }
  }
}

function refusalOf(error: unknown): Problems {
  const kind = errorKind(error);
  if (kind !== 'invalid')
    return whole(
      kind === 'unreachable'
        ? 'Le service ne répond pas. Votre saisie est conservée : vérifiez votre connexion et réessayez.'
        : 'L’enregistrement a échoué. Votre saisie est conservée : réessayez dans un instant.',
    );
  const problems = whole(refused);
  // The input of a field that the service names: `relations[0].email` → `relation.email`.
  const field = (error instanceof DeskError && error.field) || '';
  const place = field.replace('relations[0]', 'relation').replace('actions[0]', 'action');
  if (/^\w+(?:\.\w+)?$/.test(place)) set(problems, place, 'Le service a refusé cette valeur.');
  return problems;
}

const whole = (problem: string): Problems => ({ root: { service: problem } });

/** The forms that this page has saved, by entry: another user of the same browser gets none of them. */
const savedForms = 'saved forms';

/** The requests that the user typed in today. For a quarter of an hour each can be undone: that opens its form again. */
function TypedToday() {
  const { nameOf } = useResidences();
  const { reset } = useFormContext();
  const { isDirty } = useFormState();
  const client = useQueryClient();
  const { send, isBusy } = useSend();
  function takeBack(id: number, form: LeadForm) {
    if (
      isDirty &&
      !window.confirm(
        'Certains changements n’ont pas été enregistrés. Êtes-vous sûr(e) de vouloir quitter cette page ?',
      )
    )
      return;
    void send(async () => {
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
