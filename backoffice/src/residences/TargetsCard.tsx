import { Stack, Typography } from '@mui/material';
import { maxValue, minValue, NumberInput, required } from 'react-admin';
import { request } from '../api/client.ts';
import { useRead } from '../api/queries.ts';
import type { Group, Residence, Targets } from '../api/responses.ts';
import { format } from '../i18n/format.ts';
import { textsOf } from '../i18n/texts.ts';
import { mayChangeAllResidences, useSession } from '../session/access.ts';
import { ActButton } from '../ui/ActButton.tsx';
import { Facts } from '../ui/Facts.tsx';
import { EditButton } from '../ui/FormButton.tsx';
import { SectionCard } from '../ui/SectionCard.tsx';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';

const t = textsOf('residences.targets');

type Target = Targets['defaults'];

/** Of a residence, of a group, or without either of all residences. */
interface Props {
  readonly residence?: Pick<Residence, 'id' | 'groupId' | 'groupName'>;
  readonly group?: Pick<Group, 'id' | 'name'>;
}

/** Within which times leads are to be followed up, and where that is set. */
export function TargetsCard({ residence, group }: Props) {
  const session = useSession();
  const level = residence !== undefined ? 'residence' : group !== undefined ? 'group' : 'all';
  const title = t(`title.${level}`, { group: group?.name });
  const mayChange = session !== undefined && mayChangeAllResidences(session);
  const put = (target: Target | null) =>
    request('PUT /desk/targets', {
      establishmentId: residence?.id ?? null,
      groupId: group?.id ?? null,
      target,
    });
  return (
    <WhenLoaded {...useRead('GET /desk/targets')}>
      {(targets) => {
        const { from, target } = effective(targets, residence?.id, residence?.groupId ?? group?.id);
        const isOwn = from === level;
        return (
          <SectionCard
            title={title}
            act={
              mayChange && (
                <Stack direction="row" sx={{ gap: 1 }}>
                  {isOwn && (
                    <ActButton
                      texts="residences.targets.inherit"
                      content={t(`inheritTo.${level}`)}
                      color="primary"
                      onAct={() => put(null)}
                    />
                  )}
                  <EditButton
                    label={t('edit', { title })}
                    title={title}
                    values={{ ...target, firstCallHours: hoursOf(target) }}
                    send={({ firstCallHours, afterVisitDays, staleDays }) => {
                      const firstCallMinutes = Math.max(1, Math.round(firstCallHours * 60));
                      return put({ firstCallMinutes, afterVisitDays, staleDays });
                    }}
                    done="accueil.residences.targets.saved"
                  >
                    <TargetInputs />
                  </EditButton>
                </Stack>
              )
            }
          >
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
            {(level === 'residence' || !isOwn) && (
              <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
                {t(`from.${from}`, { group: residence?.groupName })}
              </Typography>
            )}
          </SectionCard>
        );
      }}
    </WhenLoaded>
  );
}

function TargetInputs() {
  return (
    <>
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
    </>
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
  residenceId: number | undefined,
  groupId: number | undefined,
): { readonly from: 'residence' | 'group' | 'all' | 'defaults'; readonly target: Target } {
  const own = data.find(({ establishmentId: id }) => id !== null && id === residenceId);
  if (own !== undefined) return { from: 'residence', target: own };
  const ofGroup = data.find(({ groupId: id }) => id !== null && id === groupId);
  if (ofGroup !== undefined) return { from: 'group', target: ofGroup };
  const ofAll = data.find((one) => one.groupId === null && one.establishmentId === null);
  return ofAll === undefined ? { from: 'defaults', target: defaults } : { from: 'all', target: ofAll };
}
