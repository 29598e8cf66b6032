import { Box, Button, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { writtenFor } from '../../../server/src/french/sms.ts';
import { filled } from '../../../server/src/french/template-variables.ts';
import { request } from '../api/client.ts';
import type { Template } from '../api/responses.ts';
import { ReadDialog } from '../ui/ReadDialog.tsx';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';

export function PreviewButton({ template }: { readonly template: Template }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" aria-label={`Aperçu de « ${template.name} »`} onClick={() => setOpen(true)}>
        Aperçu
      </Button>
      {isOpen && (
        <ReadDialog title={template.name} onClose={() => setOpen(false)}>
          <TemplatePreview template={template} />
        </ReadDialog>
      )}
    </>
  );
}

/** A template as « Écrire » fills it in for the newest entry that it is for, of its residence if it has one. */
function TemplatePreview({ template }: { readonly template: Template }) {
  const { id, channel, subject, text } = template;
  const { data, error } = useQuery({ queryKey: ['template preview', id], queryFn: () => example(template) });
  return (
    <WhenLoaded data={data} error={error}>
      {({ entry, values }) => (
        <>
          <Typography variant="body2" color="textSecondary">
            {entry === undefined
              ? 'Aucune fiche ne s’y prête encore : rien n’est rempli.'
              : `D’après la fiche la plus récente : ${entry.name ?? 'sans nom'} (n° ${entry.id}).`}
          </Typography>
          <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
            {filled(subject, values)}
          </Typography>
          <Box sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {writtenFor(channel, filled(text, values))}
          </Box>
        </>
      )}
    </WhenLoaded>
  );
}

const filters = {
  family: { kind: 'commercial' },
  complaint: { kind: 'survey', type: 'survey.type.complaint' },
  application: { kind: 'postuler' },
} as const;

/** The newest suitable entry, and what the variables stand for in it. */
async function example({ about, channel, establishmentId }: Template) {
  const { data } = await request('GET /desk/entries', {
    ...filters[about ?? 'family'],
    ...(establishmentId !== null && { establishmentId }),
    limit: 1,
  });
  const [entry] = data;
  if (entry === undefined) return { entry, values: {} };
  const { people, mobiles, values } = await request('GET /desk/entries/:id/writing', { id: entry.id });
  const [first] = channel === 'sms' ? mobiles : people;
  // Without an address nobody is greeted by name.
  const salutation = first?.salutation ?? 'Madame, Monsieur';
  return { entry, values: { ...values, salutation } };
}
