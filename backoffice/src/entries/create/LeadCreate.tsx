import { Card, CardContent, LinearProgress } from '@mui/material';
import { useEffect, useState } from 'react';
import { Form, ResourceContextProvider, Title, useNotify } from 'react-admin';
import { useNavigate, useSearchParams } from 'react-router';
import { useResidences } from '../../api/queries.ts';
import type { ListedEntry } from '../../api/responses.ts';
import { today } from '../../i18n/days.ts';
import { hasRightAt, useSession } from '../../session/access.ts';
import { LeadInputs } from './LeadInputs.tsx';
import { type LeadForm, problemsOf } from './lead-form.ts';
import { useSaveLead } from './use-save-lead.ts';

/**
 * The form for a new lead: who stands at the desk, then for whom. `phone`, `email`, `lastName` and `firstName` in the
 * address fill in who that is. What is typed stays until it is saved.
 */
export function LeadCreate() {
  const notify = useNotify();
  const navigate = useNavigate();
  const session = useSession();
  const { all, isPending } = useResidences();
  const save = useSaveLead();
  const [created, setCreated] = useState<Pick<ListedEntry, 'id' | 'establishmentId'>>();
  const [address] = useSearchParams();

  // Navigating earlier would warn of unsaved changes.
  useEffect(() => {
    if (created === undefined || session === undefined) return;
    const mayRead = hasRightAt(session, 'entries.read', created.establishmentId);
    void navigate(mayRead ? `/leads/${created.id}` : '/');
  }, [created, navigate, session]);

  async function submit(form: LeadForm) {
    const outcome = await save(form);
    if ('problems' in outcome) return outcome.problems;
    const { id } = outcome;
    const { establishmentId = null } = form;
    const residence = all.find((one) => one.id === establishmentId)?.name;
    notify('accueil.leads.form.saved', { type: 'success', messageArgs: { id, residence } });
    setCreated({ id, establishmentId });
    return undefined;
  }

  if (session === undefined || isPending) return <LinearProgress />;
  const residences = all.filter(({ id }) => hasRightAt(session, 'entries.create', id));
  const [only] = residences;
  return (
    <ResourceContextProvider value="leads">
      <Title title="accueil.leads.add" />
      {/* A card that hides what overflows would hold the save button back. */}
      <Card sx={{ maxWidth: 860, mt: 2, overflow: 'visible' }}>
        <CardContent sx={{ p: { xs: 2, sm: 3 } }}>
          <Form
            defaultValues={{
              establishmentId: residences.length === 1 ? only?.id : null,
              type: 'commercial.type.phone',
              dateFirstContact: today(),
              action: { what: 'none' },
              isSame: false,
              relation: {
                telephone: address.get('phone'),
                email: address.get('email'),
                lastName: address.get('lastName'),
                firstName: address.get('firstName'),
              },
            }}
            validate={problemsOf}
            onSubmit={submit}
            noValidate
            // It would cover the save button of a phone; each input says what is wrong with it.
            disableInvalidFormNotification
            // Another search fills in only what was not typed here.
            resetOptions={{ keepDirtyValues: true }}
            warnWhenUnsavedChanges={created === undefined}
          >
            <LeadInputs residences={residences} />
          </Form>
        </CardContent>
      </Card>
    </ResourceContextProvider>
  );
}
