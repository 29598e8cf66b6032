// What a person is told of besides the data itself (RGPD, article 15(1) and (2)).
import { frenchDay, frenchDuration } from '../../../french/dates.ts';
import { type Html, html } from '../../../http/pages/html.ts';
import type { Register } from '../../register/schema.ts';
import type { TreatmentName } from '../../register/treatments.ts';
import { cnil, listTable, valueTable } from '../document.ts';
import type { ExportedEntry } from './schema.ts';

/** The register as it concerns a person, and the day to which the audit trail goes back; null: to its beginning. */
export interface Information extends Pick<Register, 'controller' | 'transfers' | 'treatments'> {
  readonly auditedFrom: string | null;
}

export function treatmentsOf({ kind, type, message, clickId }: ExportedEntry): TreatmentName[] {
  const own = (): TreatmentName => {
    if (kind === 'postuler') return 'applications';
    if (type === 'survey.type.complaint') return 'complaints';
    if (type === 'survey.type.survey') return 'satisfaction';
    return message === null ? 'leads' : 'orientations';
  };
  return clickId === null ? [own()] : [own(), 'conversions'];
}

/** Returns what is done with the data, as a section of the printable page. `concerned`: the treatments they are part of. */
export function informationSection(
  { controller, transfers, treatments, auditedFrom }: Information,
  concerned: ReadonlySet<TreatmentName>,
): Html {
  // The service knows of transfers to the advertising account alone, which gets nothing of other entries.
  const known = concerned.has('conversions') ? transfers.known : [];
  const outside = [...known, ...(transfers.text === null ? [] : [transfers.text.text])];
  return html`<section>
<h2>Ce que nous faisons de vos données</h2>
${controller === null ? undefined : html`<p>Responsable du traitement : ${controller.text}</p>`}
${treatments.filter(({ treatment }) => concerned.has(treatment)).map(treatmentPart)}
<h3>Transferts hors de l’Union européenne</h3>
${outside.length === 0 ? html`<p>Aucun, d’après le registre de nos traitements.</p>` : outside.map((text) => html`<p>${text}</p>\n`)}
<h3>Leur origine</h3>
<p>Chaque fiche dit par qui elle nous a été transmise : vous-même sur un site, un proche, un prestataire ou un partenaire. Le reste a été noté par notre personnel, comme le montrent les actions et l’historique.</p>
<h3>Vos droits</h3>
<p>Vous pouvez nous demander de rectifier ces données (article 16 du RGPD), de les effacer (article 17), d’en limiter le traitement (article 18) et, pour celles que vous avez fournies, de vous les remettre sous une forme lisible par un logiciel (article 20). Vous pouvez vous opposer à leur traitement pour des raisons tenant à votre situation, et à tout moment, sans motif, à la prospection (article 21). Un consentement se retire à tout moment. Vous pouvez aussi dire ce que vos données deviendront après votre décès (article 85 de la loi du 6 janvier 1978).</p>
<p>Si vous estimez que vos droits ne sont pas respectés, vous pouvez adresser une réclamation à la ${cnil}.</p>
<h3>Décisions automatisées</h3>
<p>Aucune décision vous concernant n’est prise par un traitement automatisé seul, et vos données ne servent à aucun profilage. Un message que le service présume indésirable est mis de côté jusqu’à ce qu’une personne l’examine.</p>
<h3>Qui a consulté vos données</h3>
<p>Chaque fiche donne les jours et la fonction de ceux qui l’ont ouverte, trouvée en cherchant les données d’une personne, ou exportée${auditedFrom === null ? '' : ` depuis le ${frenchDay(auditedFrom)}, début du journal que nous conservons`}. Nous ne communiquons pas leurs noms. Ce qu’une liste affiche n’est pas noté fiche par fiche.</p>
</section>
`;
}

function treatmentPart({
  name,
  purpose,
  legalBasis,
  data,
  recipients,
  durations,
}: Register['treatments'][number]): Html {
  const roles = recipients.filter(({ kind }) => kind === 'role').map((one) => one.name);
  const others = recipients.filter(({ kind }) => kind !== 'role').map((one) => one.name);
  return html`<h3>${name}</h3>
${valueTable([
  ['Finalité', purpose],
  ['Base légale', legalBasis],
  ['Catégories de données', data.map(({ text }) => text).join('\n')],
  ['Notre personnel', roles.join(', ')],
  ['Autres destinataires', [...new Set(others)].join(', ') || 'Aucun'],
])}
${listTable(
  ['Ce qui est conservé', 'Combien de temps'],
  durations.map(({ text, days, confirmed }) => durationCells(text, days, confirmed)),
)}
`;
}

/** A duration that is no setting stands in its own text: « Sessions : 12 heures ». */
function durationCells(text: string, days: number | null, confirmed: boolean): [string, string] {
  if (days !== null)
    return [
      text,
      confirmed ? frenchDuration(days) : 'Sans limite pour l’instant : la règle n’est pas encore appliquée',
    ];
  const [what = text, duration = ''] = text.split(' : ');
  return [what, duration];
}
