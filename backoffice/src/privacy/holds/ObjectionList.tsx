import Add from '@mui/icons-material/Add';
import { Button, Card, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { useNotify, useRefresh } from 'react-admin';
import { change } from '../../api/client.ts';
import type { Objection } from '../../api/privacy-responses.ts';
import { useDeskRead } from '../../api/queries.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { SectionHead } from '../../ui/SectionHead.tsx';
import { WhenLoaded } from '../../ui/WhenLoaded.tsx';
import { ObjectionDialog } from '../acts/ObjectionDialog.tsx';

/** The objections to being contacted; whose they are is not stored. */
export function ObjectionList() {
  const t = useTexts('privacy.objections');
  const notify = useNotify();
  const refresh = useRefresh();
  const [isAdding, setAdding] = useState(false);
  const { data, error } = useDeskRead('/desk/privacy/objections');
  return (
    <section>
      <SectionHead title={t('title')}>
        <Button startIcon={<Add />} onClick={() => setAdding(true)}>
          {t('add')}
        </Button>
      </SectionHead>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {t('explained')}
      </Typography>
      <WhenLoaded data={data} error={error}>
        {({ data: objections }) =>
          objections.length === 0 ? (
            <Typography color="textSecondary">{t('none')}</Typography>
          ) : (
            <Card component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
              {objections.map((objection) => (
                <ObjectionRow key={objection.id} objection={objection} />
              ))}
            </Card>
          )
        }
      </WhenLoaded>
      {isAdding && (
        <ObjectionDialog
          onClose={() => setAdding(false)}
          onDone={() => {
            setAdding(false);
            notify('accueil.privacy.objection.done', { type: 'success' });
            refresh();
          }}
        />
      )}
    </section>
  );
}

function ObjectionRow({ objection }: { readonly objection: Objection }) {
  const t = useTexts('privacy.objections');
  const format = useFormat();
  const { id, kind, objectedOn, expiresOn, requestId } = objection;
  return (
    <Stack
      component="li"
      direction="row"
      sx={{
        flexWrap: 'wrap',
        gap: 1,
        px: 2,
        py: 1,
        alignItems: 'center',
        justifyContent: 'space-between',
        '&:not(:last-child)': { borderBottom: 1, borderColor: 'divider' },
      }}
    >
      <Typography>
        {[
          t(kind, { day: format.day(objectedOn) }),
          t('until', { day: format.day(expiresOn) }),
          requestId !== null && t('request', { id: requestId }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Typography>
      <ConfirmButton
        text={t('end')}
        label={t('endThis', { id })}
        title={t('endTitle')}
        content={t('endContent')}
        done="accueil.privacy.objections.ended"
        onConfirm={() => change('POST', `/desk/privacy/objections/${id}/end`)}
      />
    </Stack>
  );
}
