import { Typography } from '@mui/material';
import { contractName } from '../../../../server/src/french/labels.ts';
import type { EntryDetail } from '../../api/responses.ts';
import { translate } from '../../i18n/texts.ts';
import { ActDialog } from './ActDialog.tsx';
import { actionText } from './history-sentences.ts';
import { isPlanned } from './timeline.ts';

interface Props {
  readonly title: string;
  readonly entry: EntryDetail;
  readonly onClose: () => void;
}

/** Asks before a lead with a result or something planned is put back among those to call: it loses these by it. */
export function ToCallDialog({ title, entry: { resultat, actions }, onClose }: Props) {
  return (
    <ActDialog
      title={title}
      submit={title}
      values={{}}
      toAct={() => ({ name: 'toCall', body: { withdraw: true } })}
      onClose={onClose}
    >
      {resultat !== null && (
        <Typography>
          {translate('accueil.entry.toCall.result', { result: contractName(resultat) })}
        </Typography>
      )}
      {actions.filter(isPlanned).map((action) => (
        <Typography key={action.position}>
          {translate('accueil.entry.toCall.planned', { action: actionText(action) })}
        </Typography>
      ))}
    </ActDialog>
  );
}
