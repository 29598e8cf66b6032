import { Alert, Box, Typography } from '@mui/material';
import { Fragment } from 'react';
import { counted } from '../../../../server/src/french/dates.ts';
import { useRead } from '../../api/queries.ts';
import type { AnswerOf } from '../../api/routes.ts';
import { format } from '../../i18n/format.ts';
import { FoldCard } from '../../ui/FoldCard.tsx';
import { SimpleTable } from '../../ui/SimpleTable.tsx';
import { WhenLoaded } from '../../ui/WhenLoaded.tsx';
import { RefuseButton } from './RefuseButton.tsx';

const sensitiveTexts = {
  health: 'Donnée de santé, ou autre donnée sensible (article 9)',
  identity: 'Numéro d’identité ou donnée bancaire',
};
const placeTexts = { entries: 'fiche', relations: 'proche', actions: 'action' };

/** Longer names end with it. */
const isWhole = (name: string) => !name.endsWith('…');

/** The fields that sites really sent and the interface does not name; in red those that should not have come. */
export function UnnamedFields() {
  const { data, error } = useRead('GET /desk/privacy/register/unnamed-fields');
  return (
    <FoldCard
      title="Champs non prévus réellement reçus"
      startsOpen={data?.fields.some(({ sensitive }) => sensitive !== null)}
    >
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
        {complete
          ? 'Ce que les sites ont envoyé en plus des champs de l’interface.'
          : `Ce que les sites ont envoyé en plus des champs de l’interface. Compté sur les ${format.number(newest)} fiches les plus récentes.`}
      </Typography>
      {flagged.length > 0 && (
        <Alert severity="error" sx={{ mb: 1 }}>
          {counted(
            flagged.length,
            'champ ne devrait pas être reçu : demandez au site de ne plus l’envoyer.',
            'champs ne devraient pas être reçus : demandez aux sites de ne plus les envoyer.',
          )}
        </Alert>
      )}
      {fields.length === 0 ? (
        <Typography>Aucun champ non prévu.</Typography>
      ) : (
        <SimpleTable
          title="Champs non prévus réellement reçus"
          head={['Champ', 'Où', 'Fiches', 'Acte']}
          rows={fields.map(({ place, name, count, sensitive }) => ({
            id: `${place} ${name}`,
            cells: [
              <Fragment key="name">
                {name}
                {sensitive !== null && (
                  <Box component="span" sx={{ display: 'block', color: 'error.main', fontWeight: 600 }}>
                    {sensitiveTexts[sensitive]}
                  </Box>
                )}
              </Fragment>,
              placeTexts[place],
              format.number(count),
              isWhole(name) && <RefuseButton key="refuse" name={name} />,
            ],
          }))}
        />
      )}
      {more > 0 && (
        <Typography sx={{ mt: 1 }}>{`et ${counted(more, 'autre nom', 'autres noms')}`}</Typography>
      )}
    </>
  );
}
