import { request } from '../../api/client.ts';
import type { Register } from '../../api/privacy-responses.ts';
import { format } from '../../i18n/format.ts';
import { textsOf } from '../../i18n/texts.ts';
import { ActButton } from '../../ui/ActButton.tsx';
import { FoldCard } from '../../ui/FoldCard.tsx';
import { Row, Rows } from '../../ui/Rows.tsx';

const t = textsOf('privacy.register.refuse');

/** The unnamed fields that are refused, with how far their removal is. */
export function RefusedFields({ refused }: { readonly refused: Register['refusedFields'] }) {
  if (refused.length === 0) return null;
  return (
    <FoldCard startsOpen title={t('list')}>
      <Rows of={refused}>
        {({ id, name, author, refusedAt, purged, purgedAt }) => (
          <Row
            name={name}
            notes={[
              `${t('by', { author, at: format.moment(refusedAt) })} ${
                purgedAt === null
                  ? t('going', { smart_count: purged })
                  : t('purged', { smart_count: purged, at: format.moment(purgedAt) })
              }`,
            ]}
            acts={
              <ActButton
                texts="privacy.register.refuse.accept"
                options={{ name }}
                onAct={() => request('POST /desk/privacy/refused-fields/:id/end', { id })}
              />
            }
          />
        )}
      </Rows>
    </FoldCard>
  );
}
