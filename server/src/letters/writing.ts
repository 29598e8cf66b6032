import { recordActivity } from '../access/audit.ts';
import { momentIn, parisDay } from '../clock.ts';
import { notFound } from '../contract/request-error.ts';
import { type StoredAction, storedActions } from '../entries/change/actions.ts';
import { findEntry } from '../entries/change/row.ts';
import { isPlanned } from '../entries/follow-up/progress.ts';
import { requireEntry } from '../entries/require-entry.ts';
import { writingResidence } from '../entries/residence.ts';
import { residenceZone } from '../entries/residence-zone.ts';
import { sampleLink } from '../entries/search/objection-token.ts';
import { deskRoute } from '../http/desk-route.ts';
import { type Day, visitUses } from '../store/tables.ts';
import { peopleToWriteTo, valuesOf } from './filling.ts';
import { standingOf } from './refusal.ts';
import { templateOf, templatesFor } from './templates.ts';
import { announcedVisits, whoGot } from './visits.ts';
import { channels, type LetterDeps } from './write.ts';

type Template = Awaited<ReturnType<typeof templatesFor>>[number];

/** What the page needs in order to write a letter. */
export const showWriting = deskRoute('showWriting', 'GET /desk/entries/:id/writing', {
  right: 'entries.change',
  async run({ database, clock, mail, sms, linkUrl }: LetterDeps, { id, by }) {
    const read = database.background;
    await requireEntry(read, id, by, 'change');
    const entry = await findEntry(read, id);
    if (entry === undefined) throw notFound('entry', id);
    const act = { action: 'read', subject: 'entry', subjectId: id } as const;
    await database.write(recordActivity, { by, act }, clock());
    const templates = await templatesFor(read, entry);
    const residence = await writingResidence(read, entry.establishment_id);
    const canWrite = { email: mail !== undefined && residence !== undefined, sms: sms !== undefined };
    const actions = await storedActions(read, id);
    const { day } = momentIn(await residenceZone(read, entry.establishment_id), clock());
    const people = await peopleToWriteTo(read, entry, 'email');
    const mobiles = sms === undefined ? [] : await peopleToWriteTo(read, entry, 'sms');
    const hasLink = await Promise.all(
      mobiles.map(async ({ person }) => {
        const sms = { person: String(person), channel: 'sms' } as const;
        const { isProspection, consent } = await standingOf(read, entry, sms, parisDay(clock()));
        return isProspection || consent !== 'oui';
      }),
    );
    return {
      ...{ people, mobiles },
      smsLink:
        linkUrl !== undefined && hasLink.includes(true) ? sampleLink(linkUrl, entry.establishment_id) : null,
      templates: templates
        .filter((one) => one.use === 'free' && (one.channel === 'email' || sms !== undefined))
        .filter((one, _, free) => one.establishmentId !== null || !free.some((own) => replaces(own, one)))
        .map(({ id: templateId, channel, name, subject, text }) => ({
          ...{ id: templateId, channel, name, subject, text },
        })),
      values: await valuesOf(read, entry, by.name, nextVisit(actions.values(), day)),
      visits: {
        uses: visitUses.flatMap((use) =>
          channels.flatMap((channel) => {
            const template = canWrite[channel] ? templateOf(templates, use, channel) : undefined;
            return template === undefined
              ? []
              : [{ use, channel, subject: template.subject, text: template.text }];
          }),
        ),
        told: (await announcedVisits(read, id)).flatMap((letter) => {
          const { channel, position } = letter;
          const action = actions.get(position);
          const who = whoGot(channel === 'sms' ? mobiles : people, id, letter);
          if (who === undefined || action === undefined || !isPlanned(action)) return [];
          return [{ position, channel, person: String(who.person) }];
        }),
      },
    };
  },
});

/** Whether a residence's own template stands for that of all residences. */
function replaces(own: Template, common: Template): boolean {
  return own.establishmentId !== null && own.channel === common.channel && own.name === common.name;
}

function nextVisit(actions: Iterable<StoredAction>, today: Day): StoredAction | undefined {
  return [...actions]
    .filter((action) => isPlanned(action) && action.stage === 'Visite' && (action.date ?? '') >= today)
    .toSorted((a, b) => `${a.date} ${a.time}`.localeCompare(`${b.date} ${b.time}`))[0];
}
