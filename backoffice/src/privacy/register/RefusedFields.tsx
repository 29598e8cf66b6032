import { counted } from '../../../../server/src/french/dates.ts';
import { request } from '../../api/client.ts';
import type { Register } from '../../api/privacy-responses.ts';
import { format } from '../../i18n/format.ts';
import { ActButton } from '../../ui/ActButton.tsx';
import { FoldCard } from '../../ui/FoldCard.tsx';
import { Row, Rows } from '../../ui/Rows.tsx';

/** The unnamed fields that are refused, with how far their removal is. */
export function RefusedFields({ refused }: { readonly refused: Register['refusedFields'] }) {
  if (refused.length === 0) return null;
  return (
    <FoldCard startsOpen title="Champs refusés">
      <Rows of={refused}>
        {({ id, name, author, refusedAt, purged, purgedAt }) => (
          <Row
            name={name}
            notes={[
              `refusé par ${author} le ${format.moment(refusedAt)} ; ${
                purgedAt === null
                  ? `suppression en cours, ${counted(purged, 'fiche nettoyée', 'fiches nettoyées')}`
                  : `${counted(purged, 'fiche nettoyée,', 'fiches nettoyées,')} fin le ${format.moment(purgedAt)}`
              }`,
            ]}
            acts={
              <ActButton
                text="Accepter de nouveau"
                label={`Accepter de nouveau : ${name}`}
                title={`Accepter de nouveau : ${name} ?`}
                content="Les prochains envois gardent ce champ. Ce qui a été supprimé ne revient pas."
                done="Champ accepté de nouveau."
                onAct={() => request('POST /desk/privacy/refused-fields/:id/end', { id })}
              />
            }
          />
        )}
      </Rows>
    </FoldCard>
  );
}
