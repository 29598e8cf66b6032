import { Button, Card, CardContent, Typography } from '@mui/material';
import { useState } from 'react';
import { required, SelectInput, useNotify, useRefresh, useTranslate } from 'react-admin';
import { request } from '../api/client.ts';
import { useRead } from '../api/queries.ts';
import type { Assignment } from '../api/responses.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { SectionHead } from '../ui/SectionHead.tsx';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';

/** To whom new entries of a residence are given. */
export function AssignmentCard({ residenceId }: { readonly residenceId: number }) {
  const translate = useTranslate();
  const notify = useNotify();
  const refresh = useRefresh();
  const t = useTexts('residences.assignment');
  const { data, error } = useRead('GET /desk/establishments/:id/assignment', { id: residenceId });
  const [isOpen, setOpen] = useState(false);

  const nameOf = ({ name, away }: Assignment['candidates'][number]) => (away ? t('away', { name }) : name);
  return (
    <Card component="section">
      <CardContent>
        <SectionHead title={t('title')}>
          <Button size="small" aria-label={t('edit')} onClick={() => setOpen(true)}>
            {translate('ra.action.update')}
          </Button>
        </SectionHead>
        <WhenLoaded data={data} error={error}>
          {({ mode, userId, candidates }) => {
            const names = candidates
              .filter(({ id, inTurn }) => (mode === 'turn' ? inTurn : id === userId))
              .map(nameOf)
              .join(', ');
            return (
              <>
                <Typography>{t(`is.${names === '' ? 'none' : mode}`, { names })}</Typography>
                <Typography variant="body2" color="textSecondary">
                  {t('help')}
                </Typography>
                {isOpen && (
                  <FormDialog
                    title={t('title')}
                    submit={translate('ra.action.save')}
                    values={{ to: mode === 'user' ? userId : mode }}
                    onClose={() => setOpen(false)}
                    onSubmit={async ({ to }) => {
                      const isUser = typeof to === 'number';
                      await request('PUT /desk/establishments/:id/assignment', {
                        id: residenceId,
                        ...(isUser ? { mode: 'user', userId: to } : { mode: to }),
                      });
                      notify('accueil.residences.assignment.saved', { type: 'success' });
                      refresh();
                      setOpen(false);
                    }}
                  >
                    <SelectInput
                      source="to"
                      label={t('to')}
                      choices={[
                        { id: 'none', name: t('none') },
                        { id: 'turn', name: t('turn') },
                        ...candidates.map((one) => ({ id: one.id, name: nameOf(one) })),
                      ]}
                      translateChoice={false}
                      validate={required()}
                      helperText={t('turnHelp')}
                    />
                  </FormDialog>
                )}
              </>
            );
          }}
        </WhenLoaded>
      </CardContent>
    </Card>
  );
}
