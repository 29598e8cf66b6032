import { request } from '../../api/client.ts';
import type { WithheldMessage } from '../../api/privacy-responses.ts';
import { useRead } from '../../api/queries.ts';
import { ExtraFacts } from '../../entries/detail/FieldFacts.tsx';
import { format } from '../../i18n/format.ts';
import { textsOf } from '../../i18n/texts.ts';
import { ActButton } from '../../ui/ActButton.tsx';
import { RowList } from '../../ui/RowList.tsx';
import { Row } from '../../ui/Rows.tsx';

const t = textsOf('privacy.withheld');

/** What partners have sent about a limited entry; none for most. */
export function WithheldMessages({ id }: { readonly id: number }) {
  const found = useRead('GET /desk/privacy/entries/:id/messages', { id });
  if (found.data?.data.length === 0) return null;
  return (
    <RowList title={t('title')} intro={t('explained')} none="" {...found}>
      {(message) => <MessageRow message={message} isOldest={message.id === found.data?.data[0]?.id} />}
    </RowList>
  );
}

interface MessageRowProps {
  readonly message: WithheldMessage;
  readonly isOldest: boolean;
}

function MessageRow({ message: { id, author, receivedAt, kind, message }, isOldest }: MessageRowProps) {
  const said = { moment: format.moment(receivedAt), partner: author.replace(/^partner:/, '') };
  const acts = isOldest ? (['take', 'discard'] as const) : (['discard'] as const);
  return (
    <Row
      name={t(kind, said)}
      acts={acts.map((act) => (
        <ActButton
          key={act}
          texts={`privacy.withheld.${act}`}
          options={said}
          onAct={() => request(`POST /desk/privacy/messages/:id/${act}`, { id })}
        />
      ))}
    >
      <ExtraFacts extra={message} />
    </Row>
  );
}
