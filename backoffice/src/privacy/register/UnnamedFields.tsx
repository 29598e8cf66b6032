import { Alert, Box, Typography } from '@mui/material';
import { Fragment } from 'react';
import { useRead } from '../../api/queries.ts';
import type { AnswerOf } from '../../api/routes.ts';
import { format } from '../../i18n/format.ts';
import { textsOf } from '../../i18n/texts.ts';
import { FoldCard } from '../../ui/FoldCard.tsx';
import { SimpleTable } from '../../ui/SimpleTable.tsx';
import { WhenLoaded } from '../../ui/WhenLoaded.tsx';
import { RefuseButton } from './RefuseButton.tsx';

const t = textsOf('privacy.register.unnamed');

/** Longer names end with it. */
const isWhole = (name: string) => !name.endsWith('…');

/** The fields that sites really sent and the interface does not name; in red those that should not have come. */
export function UnnamedFields() {
  const { data, error } = useRead('GET /desk/privacy/register/unnamed-fields');
  return (
    <FoldCard title={t('title')} startsOpen={data?.fields.some(({ sensitive }) => sensitive !== null)}>
      <WhenLoaded data={data} error={error}>
        {(unnamed) => <Fields unnamed={unnamed} />}
      </WhenLoaded>
    </FoldCard>
  );
}

type Unnamed = AnswerOf<'GET /desk/privacy/register/unnamed-fields'>;

function Fields({ unnamed: { newest, complete, fields, more } }: { readonly unnamed: Unnamed }) {
  const flagged = fields.filter(({ sensitive }) => sensitive !== null);
  return (
    <>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {complete ? t('explained') : `${t('explained')} ${t('newest', { count: format.number(newest) })}`}
      </Typography>
      {flagged.length > 0 && (
        <Alert severity="error" sx={{ mb: 1 }}>
          {t('flagged', { smart_count: flagged.length })}
        </Alert>
      )}
      {fields.length === 0 ? (
        <Typography>{t('none')}</Typography>
      ) : (
        <SimpleTable
          title={t('title')}
          head={[t('name'), t('place'), t('count'), t('refuse')]}
          rows={fields.map(({ place, name, count, sensitive }) => ({
            id: `${place} ${name}`,
            cells: [
              <Fragment key="name">
                {name}
                {sensitive !== null && (
                  <Box component="span" sx={{ display: 'block', color: 'error.main', fontWeight: 600 }}>
                    {t(`sensitive.${sensitive}`)}
                  </Box>
                )}
              </Fragment>,
              t(`places.${place}`),
              format.number(count),
              isWhole(name) && <RefuseButton key="refuse" name={name} />,
            ],
          }))}
        />
      )}
      {more > 0 && <Typography sx={{ mt: 1 }}>{t('more', { smart_count: more })}</Typography>}
    </>
  );
}
