import Add from '@mui/icons-material/Add';
import { Typography } from '@mui/material';
import { request } from '../../api/client.ts';
import type { Objection } from '../../api/privacy-responses.ts';
import { useRead } from '../../api/queries.ts';
import { format } from '../../i18n/format.ts';
import { textsOf } from '../../i18n/texts.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { RowList } from '../../ui/RowList.tsx';
import { SectionHead } from '../../ui/SectionHead.tsx';
import { ObjectionButton } from '../acts/ObjectionButton.tsx';

const t = textsOf('privacy.objections');

/** The objections to being contacted; whose they are is not stored. */
export function ObjectionList() {
  return (
    <section>
      <SectionHead title={t('title')}>
        <ObjectionButton text={t('add')} startIcon={<Add />} />
      </SectionHead>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {t('explained')}
      </Typography>
      <RowList none={t('none')} {...useRead('GET /desk/privacy/objections')}>
        {(objection) => <ObjectionRow objection={objection} />}
      </RowList>
    </section>
  );
}

function ObjectionRow({ objection }: { readonly objection: Objection }) {
  const { id, kind, objectedOn, expiresOn, requestId } = objection;
  return (
    <>
      <Typography>
        {format.dotted(
          t(kind, { day: format.day(objectedOn) }),
          t('until', { day: format.day(expiresOn) }),
          requestId !== null && t('request', { id: requestId }),
        )}
      </Typography>
      <ConfirmButton
        text={t('end')}
        label={t('endThis', { id })}
        title={t('endTitle')}
        content={t('endContent')}
        done="accueil.privacy.objections.ended"
        onConfirm={() => request('POST /desk/privacy/objections/:id/end', { id })}
      />
    </>
  );
}
