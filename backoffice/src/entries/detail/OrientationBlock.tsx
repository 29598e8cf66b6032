import { Alert } from '@mui/material';
import { fieldName } from '../../../../server/src/french/field-names.ts';
import { contractName } from '../../../../server/src/french/labels.ts';
import { useResidences } from '../../api/queries.ts';
import type { EntryDetail } from '../../api/responses.ts';
import { Facts } from '../../ui/Facts.tsx';
import { Fold } from '../../ui/Fold.tsx';
import { problemForStaff } from '../entry.ts';
import { Block } from './Block.tsx';
import { type ResidenceName, valueText } from './value-text.ts';

interface Props {
  readonly orientation: NonNullable<EntryDetail['orientation']>;
}

/** The partner's request, and what the partner was told. */
export function OrientationBlock({ orientation: { partner, numero, res, message, problems } }: Props) {
  const { nameOf: residence } = useResidences();
  return (
    <Block title="Orientation partenaire">
      <Facts
        inLines
        facts={[
          ['Partenaire', partner],
          ['Numéro du partenaire', numero ?? undefined],
          ['Notre numéro', res],
        ]}
      />
      {problems.map((problem) => (
        <Alert key={problem} severity="warning" sx={{ mt: 1 }}>
          {problemForStaff(problem)}
        </Alert>
      ))}
      <Fold title="Dernier message du partenaire">
        <Facts
          inLines
          facts={Object.entries(message)
            .filter(([name]) => name !== 'NumeroDemandeOrientationCR')
            .map(([name, value]) => [fieldName(name), messageText(name, value, residence)])}
        />
      </Fold>
    </Block>
  );
}

function messageText(name: string, value: unknown, residence: ResidenceName): string {
  if (name === 'etablissementId' && typeof value === 'number') return residence(value);
  if (name === 'DateContact') return valueText('date', value, residence);
  return typeof value === 'string' ? contractName(value) : valueText(name, value, residence);
}
