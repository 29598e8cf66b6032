import { Alert } from '@mui/material';
import type { Retention } from '../../api/privacy-responses.ts';
import { format, plural } from '../../i18n/format.ts';
import { ruleNames } from '../../ui/rule-names.ts';

export function LastRun({ lastRun: run, rules }: Retention) {
  if (run === null) return <Alert severity="info">Aucun passage pour l’instant.</Alert>;
  const { startedAt, finishedAt, counts, failed } = run;
  const done = Object.entries(counts).filter(([, count]) => count > 0);
  const what =
    done.length === 0
      ? 'rien à faire'
      : done
          .map(([name, count]) =>
            rules.some((rule) => rule.name === name && rule.hides)
              ? `${ruleNames[name] ?? name} : ${format.number(count)} ${plural(count, 'mise')} à effacer`
              : `${ruleNames[name] ?? name} : ${format.number(count)}`,
          )
          .join(', ');
  return (
    <Alert severity={finishedAt === null || failed > 0 ? 'warning' : 'success'}>
      {finishedAt === null
        ? `Passage commencé le ${format.moment(finishedAt ?? startedAt)}, non terminé : ${what}`
        : `Dernier passage le ${format.moment(finishedAt ?? startedAt)} : ${what}`}
      {failed > 0 && (
        <div>{`${plural(failed, 'Une fiche ou une ligne n’a pas pu être traitée :', `${failed} fiches ou lignes n’ont pas pu être traitées :`)} le journal du service dit pourquoi.`}</div>
      )}
    </Alert>
  );
}
