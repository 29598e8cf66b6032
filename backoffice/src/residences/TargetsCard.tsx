import { Button, Card, CardContent, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { maxValue, minValue, NumberInput, required, useNotify, useRefresh, useTranslate } from 'react-admin';
import { change } from '../api/client.ts';
import { useDeskRead } from '../api/queries.ts';
import type { Residence, Targets } from '../api/responses.ts';
import { useFormat } from '../i18n/use-format.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { mayChangeAllResidences, useSession } from '../session/access.ts';
import { ConfirmButton } from '../ui/ConfirmButton.tsx';
import { Facts } from '../ui/Facts.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { SectionHead } from '../ui/SectionHead.tsx';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';

type Target = Targets['defaults'];

interface Props {
  /** Without it, the targets of all residences. */
  readonly residence?: Pick<Residence, 'id' | 'groupId' | 'groupName'>;
}

/** Within which times leads are to be followed up, and where that is set. */
export function TargetsCard({ residence }: Props) {
  const translate = useTranslate();
  const t = useTexts('residences.targets');
  const format = useFormat();
  const notify = useNotify();
  const refresh = useRefresh();
  const session = useSession();
  const { data, error } = useDeskRead('/desk/targets');
  const [isOpen, setOpen] = useState(false);
  const establishmentId = residence?.id ?? null;
  const mayChange = session !== undefined && mayChangeAllResidences(session);
  const put = (target: Target | null) => change('PUT', '/desk/targets', { establishmentId, target });
  return (
    <Card component="section">
      <CardContent>
        <WhenLoaded data={data} error={error}>
          {(targets) => {
            const { from, target } = effective(targets, residence);
            const isOwn = from === (residence === undefined ? 'all' : 'residence');
            return (
              <>
                <SectionHead title={t(residence === undefined ? 'titleOfAll' : 'title')}>
                  {mayChange && (
                    <Stack direction="row" sx={{ gap: 1 }}>
                      {isOwn && (
                        <ConfirmButton
                          text={t('inherit')}
                          title={t('inherit')}
                          content={t(residence === undefined ? 'inheritDefaults' : 'inheritCommon')}
                          done="accueil.residences.targets.saved"
                          color="primary"
                          onConfirm={() => put(null)}
                        />
                      )}
                      <Button size="small" aria-label={t('edit')} onClick={() => setOpen(true)}>
                        {translate('ra.action.update')}
                      </Button>
                    </Stack>
                  )}
                </SectionHead>
                <Facts
                  facts={[
                    [
                      t('firstCall'),
                      t('hours', { smart_count: hoursOf(target), count: format.number(hoursOf(target)) }),
                    ],
                    [t('afterVisit'), t('days', { smart_count: target.afterVisitDays })],
                    [t('stale'), t('days', { smart_count: target.staleDays })],
                  ]}
                />
                {(residence !== undefined || !isOwn) && (
                  <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
                    {t(`from.${from}`, { group: residence?.groupName })}
                  </Typography>
                )}
                {isOpen && (
                  <FormDialog
                    title={t(residence === undefined ? 'titleOfAll' : 'title')}
                    submit={translate('ra.action.save')}
                    values={{ ...target, firstCallHours: hoursOf(target) }}
                    onClose={() => setOpen(false)}
                    onSubmit={async ({ firstCallHours, afterVisitDays, staleDays }) => {
                      const firstCallMinutes = Math.max(1, Math.round(firstCallHours * 60));
                      await put({ firstCallMinutes, afterVisitDays, staleDays });
                      notify('accueil.residences.targets.saved', { type: 'success' });
                      refresh();
                      setOpen(false);
                    }}
                  >
                    <NumberInput
                      source="firstCallHours"
                      label={t('firstCallInput')}
                      validate={[required(), minValue(0.1), maxValue(maxHours)]}
                    />
                    {(['afterVisitDays', 'staleDays'] as const).map((source) => (
                      <NumberInput
                        key={source}
                        source={source}
                        label={t(`${source}Input`)}
                        step={1}
                        validate={[required(), minValue(1), maxValue(maxDays), whole]}
                      />
                    ))}
                  </FormDialog>
                )}
              </>
            );
          }}
        </WhenLoaded>
      </CardContent>
    </Card>
  );
}

const maxHours = 270;
const maxDays = 365;

const hoursOf = ({ firstCallMinutes }: Target) => Math.round((firstCallMinutes / 60) * 100) / 100;

function whole(value: unknown): string | undefined {
  return Number.isInteger(value) ? undefined : 'accueil.residences.targets.whole';
}

/** The targets that hold, and where they are set. */
function effective(
  { defaults, data }: Targets,
  residence: Props['residence'],
): { readonly from: 'residence' | 'group' | 'all' | 'defaults'; readonly target: Target } {
  const own = residence && data.find(({ establishmentId: id }) => id === residence.id);
  if (own !== undefined) return { from: 'residence', target: own };
  const ofGroup = residence && data.find(({ groupId }) => groupId === residence.groupId);
  if (ofGroup !== undefined) return { from: 'group', target: ofGroup };
  const ofAll = data.find(({ groupId, establishmentId: id }) => groupId === null && id === null);
  return ofAll === undefined ? { from: 'defaults', target: defaults } : { from: 'all', target: ofAll };
}
