import { Box, Card, CardContent, LinearProgress } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Form, ResourceContextProvider, Title, useNotify } from 'react-admin';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { request } from '../../api/client.ts';
import { useResidences } from '../../api/queries.ts';
import { today } from '../../i18n/days.ts';
import { hasRightAt, useSession } from '../../session/access.ts';
import type { RefusedCreation } from '../refused.ts';
import { LeadInputs } from './LeadInputs.tsx';
import { formOfRefused, type LeadForm, problemsOf } from './lead-form.ts';
import { savedForms, TypedToday } from './TypedToday.tsx';
import { useSaveLead } from './use-save-lead.ts';

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
