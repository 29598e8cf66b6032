import { Alert, Box, Card, CardContent, LinearProgress } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Form, ResourceContextProvider, Title, useNotify } from 'react-admin';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { request } from '../../api/client.ts';
import { useResidences } from '../../api/queries.ts';
import { today } from '../../i18n/days.ts';
import { textsOf } from '../../i18n/texts.ts';
import { hasRightAt, useSession } from '../../session/access.ts';
import { errorKind } from '../../ui/error-text.ts';
import { WhenLoaded } from '../../ui/WhenLoaded.tsx';
import type { RefusedCreation } from '../refused.ts';
import { undoMs } from '../UndoMessage.tsx';
import { LeadInputs } from './LeadInputs.tsx';
import { formOf, formOfRefused, type LeadForm, problemsOf } from './lead-form.ts';
import { CorrectButton, TypedToday } from './TypedToday.tsx';
import { useSaveLead } from './use-save-lead.ts';

const t = textsOf('leads.form');

/** The page of a new lead or, with an id in its address, of one that the user has typed in today. */
export function LeadCreate() {
  const id = Number(useParams().id ?? 0);
  const { data, error } = useQuery({
    queryKey: ['typed', id],
    queryFn: ({ signal }) => request('GET /desk/entries/:id/typed', { id }, { signal }),
    enabled: id !== 0,
    // The form keeps what is typed; each read is noted in the audit trail.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const failed = errorKind(error) === 'conflict' && { failed: t('conflict') };
  return (
    <ResourceContextProvider value="leads">
      <Title title={id === 0 ? 'accueil.leads.add' : t('correct', { id })} />
      <Box sx={{ maxWidth: 860, mt: 2 }}>
        {id === 0 ? (
          <LeadCard key="new" />
        ) : (
          <WhenLoaded data={data} error={error} {...failed}>
            {(typed) => <LeadCard key={id} typed={formOf(typed)} />}
          </WhenLoaded>
        )}
        <Box sx={{ mt: 4 }}>
          <TypedToday />
        </Box>
      </Box>
    </ResourceContextProvider>
  );
}

/**
 * The form for a lead: who stands at the desk, then for whom. `phone`, `email`, `lastName` and `firstName` in the
 * address fill in who that is. What is typed stays until it is saved.
 */
function LeadCard({ typed }: { readonly typed?: LeadForm }) {
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
    // The lead is there: what fails now only stays listed.
    if (refused !== undefined)
      await request('PUT /desk/refused-creations/:id', { id: refused.id, state: 'handled' }).catch(
        () => null,
      );
    const { establishmentId = null } = form;
    const residence = all.find((one) => one.id === establishmentId)?.name;
    const mayRead = session !== undefined && hasRightAt(session, 'entries.read', establishmentId);
    notify(
      <Alert
        severity="success"
        variant="filled"
        action={!mayRead && <CorrectButton of={outcome.id} color="inherit" size="small" />}
      >
        {t(typed === undefined ? 'saved' : 'corrected', { id: outcome.id, residence })}
      </Alert>,
      { autoHideDuration: undoMs },
    );
    setSavedPath(mayRead ? `/leads/${outcome.id}` : '/');
    return undefined;
  }

  return (
    // A card that hides what overflows would hold the save button back.
    <Card sx={{ overflow: 'visible' }}>
      <CardContent sx={{ p: { xs: 2, sm: 3 } }}>
        <Form
          defaultValues={
            typed ?? {
              establishmentId: residences.length === 1 ? only?.id : null,
              type: 'commercial.type.phone',
              dateFirstContact: today(),
              action: { what: 'none' },
              isSame: false,
              relation: { telephone, ...caller },
              ...(refused !== undefined && formOfRefused(refused)),
            }
          }
          validate={problemsOf}
          onSubmit={submit}
          noValidate
          // It would cover the save button of a phone; each input says what is wrong with it.
          disableInvalidFormNotification
          // Another search fills in only what was not typed here.
          resetOptions={{ keepDirtyValues: true }}
          warnWhenUnsavedChanges={savedPath === undefined}
        >
          <LeadInputs residences={residences} />
        </Form>
      </CardContent>
    </Card>
  );
}
