import { Card, CardContent } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Facts } from '../administration/Facts.tsx';
import { SectionHead } from '../administration/SectionHead.tsx';
import { useFormat } from '../i18n/use-format.ts';
import type { Conversions, Count } from './conversions.ts';

/** How many conversions have been told of, taken back, withheld. */
export function CountsCard({
  conversions: { served, retracted, withheld },
}: {
  readonly conversions: Conversions;
}) {
  const translate = useTranslate();
  const format = useFormat();
  const say = (key: string, options = {}) => translate(`accueil.conversions.${key}`, options);
  const counted = ({ count, exact }: Count) =>
    exact ? format.number(count) : say('moreThan', { count: format.number(count) });
  return (
    <Card component="section">
      <CardContent>
        <SectionHead title={say('counts')} />
        <Facts
          facts={[
            [say('served'), counted(served)],
            [say('retracted'), counted(retracted)],
            [say('withheldCount'), counted(withheld)],
            ...withheld.reasons.map(
              ({ reason, count }) => [say(`reasons.${reason}`), format.number(count)] as const,
            ),
          ]}
        />
      </CardContent>
    </Card>
  );
}
