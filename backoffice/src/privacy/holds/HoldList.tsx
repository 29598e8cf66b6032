import { Chip, Stack } from '@mui/material';
import { request } from '../../api/client.ts';
import type { ListedHold } from '../../api/privacy-responses.ts';
import { useRead } from '../../api/queries.ts';
import { today } from '../../i18n/days.ts';
import { format } from '../../i18n/format.ts';
import { ActButton } from '../../ui/ActButton.tsx';
import { RowList } from '../../ui/RowList.tsx';
import { Row } from '../../ui/Rows.tsx';
import { RequestLink } from '../acts/RequestLink.tsx';
import { ObjectionList } from './ObjectionList.tsx';

const kindTexts = {
  hold: 'Litige en cours (rien n’est effacé)',
  limitation: 'Limitation du traitement (masquée au personnel)',
};
const endTexts = {
  hold: 'La fiche pourra de nouveau être effacée, par vous ou par une durée de conservation.',
  limitation: 'Le personnel verra de nouveau la fiche, et elle pourra être effacée.',
};

/** Legal holds, limitations of processing, and objections to being contacted. */
export function HoldList() {
  return (
    <Stack spacing={4}>
      <RowList
        title="Gels et limitations"
        intro="Tant qu’un gel dure, ni un effacement ni une durée de conservation ne touche la fiche."
        none="Aucune fiche n’est gelée."
        {...useRead('GET /desk/privacy/holds')}
      >
        {(hold) => <HoldRow hold={hold} />}
      </RowList>
      <ObjectionList />
    </Stack>
  );
}

function HoldRow({ hold }: { readonly hold: ListedHold }) {
  const { id, entryId, kind, reason, until, requestId, author, createdAt, endedAt, endedBy } = hold;
  const isOver = endedAt !== null || until < today();
  const mark = isOver
    ? `${kindTexts[kind]} : terminé`
    : {
        hold: `Litige en cours jusqu’au ${format.day(until)}`,
        limitation: `Traitement limité jusqu’au ${format.day(until)}`,
      }[kind];
  return (
    <Row
      name={`Fiche n° ${entryId}`}
      to={`/privacy/entries/${entryId}`}
      marks={<Chip size="small" variant="outlined" color={isOver ? 'default' : 'warning'} label={mark} />}
      said={reason}
      notes={[
        format.dotted(
          `ajouté par ${author} le ${format.moment(createdAt)}`,
          endedAt !== null && `levé par ${endedBy ?? ''} le ${format.moment(endedAt)}`,
        ),
        requestId !== null && <RequestLink key="request" id={requestId} />,
      ]}
      acts={
        !isOver && (
          <ActButton
            text="Lever"
            label={`Lever le gel de la fiche n° ${entryId}`}
            title={`Lever le gel de la fiche n° ${entryId} ?`}
            done="Gel levé."
            content={endTexts[kind]}
            onAct={() => request('POST /desk/privacy/holds/:id/end', { id })}
          />
        )
      }
    />
  );
}
