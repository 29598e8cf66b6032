import { Alert } from '@mui/material';
import { useTranslate } from 'react-admin';
import { fieldName } from '../../../../server/src/french/field-names.ts';
import { contractName } from '../../../../server/src/french/labels.ts';
import type { EntryDetail } from '../../api/responses.ts';
import { Facts } from '../../ui/Facts.tsx';
import { Fold } from '../../ui/Fold.tsx';
import { problemForStaff } from '../entry.ts';
import { Block } from './Block.tsx';
import { type Formatters, valueText } from './formatters.ts';
import { useFormatters } from './use-formatters.ts';

interface Props {
  readonly orientation: NonNullable<EntryDetail['orientation']>;
}

/** The partner's request, and what the partner was told. */
export function OrientationBlock({ orientation: { partner, numero, res, message, problems } }: Props) {
  const translate = useTranslate();
  const formatters = useFormatters();
  return (
    <Block title={translate('accueil.entry.block.orientation')}>
      <Facts
        inLines
        facts={[
          [translate('accueil.entry.orientation.partner'), partner],
          [translate('accueil.entry.orientation.numero'), numero ?? undefined],
          [translate('accueil.entry.orientation.res'), res],
        ]}
      />
      {problems.map((problem) => (
        <Alert key={problem} severity="warning" sx={{ mt: 1 }}>
          {problemForStaff(problem)}
        </Alert>
      ))}
      <Fold title={translate('accueil.entry.orientation.message')}>
        <Facts
          inLines
          facts={Object.entries(message)
            .filter(([name]) => name !== 'NumeroDemandeOrientationCR')
            .map(([name, value]) => [fieldName(name), messageText(name, value, formatters)])}
        />
      </Fold>
    </Block>
  );
}

function messageText(name: string, value: unknown, formatters: Formatters): string {
  if (name === 'etablissementId' && typeof value === 'number') return formatters.residence(value);
  if (name === 'DateContact') return valueText('date', value, formatters);
  return typeof value === 'string' ? contractName(value) : valueText(name, value, formatters);
}
