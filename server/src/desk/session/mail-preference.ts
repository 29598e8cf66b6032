import Type from 'typebox';
import {
  choosePreference,
  chosenPreference,
  displayedPreference,
  isNotified,
  mailPreferences,
} from '../../access/mail-preference.ts';
import type { DeskUser } from '../../access/sessions.ts';
import type { App } from '../../http/app-type.ts';
import { actorOf, signedIn } from '../../http/desk-access.ts';
import { deskErrors, exactly } from '../../http/desk-answers.ts';
import type { Queries } from '../../store/database.ts';
import type { DeskDeps } from '../deps.ts';

const Preference = Type.Enum(mailPreferences, {
  type: 'string',
  description:
    '`at-once`: a mail for each new entry. `digest`: one mail at 7:30 on working days. `none`: never.',
});
export const MailPreferenceResponse = Type.Object({
  mail: Preference,
  told: Type.Boolean({ description: 'Whether one of the user’s roles is notified at all.' }),
  on: Type.Boolean({ description: 'Whether the service sends mails.' }),
});

/** `/desk/session/mail`: how often the signed-in user is notified by e-mail. */
export function mailPreferenceRoutes(scope: App, { database, clock, mail }: DeskDeps): void {
  const config = { desk: 'signed-in' } as const;
  const tags = ['Session'];
  const shown = async (read: Queries, { id, grants }: DeskUser) => ({
    mail: displayedPreference(grants, await chosenPreference(read, id)),
    told: grants.some(isNotified),
    on: mail !== undefined,
  });

  scope.get(
    '/desk/session/mail',
    {
      config,
      schema: {
        tags,
        summary: 'Show how often you are notified by e-mail',
        description:
          'Directions and commercials are notified of new entries of their residences: `at-once` until they choose. A role at all residences notifies only after such a choice.',
        response: { 200: MailPreferenceResponse, ...deskErrors },
      },
    },
    async (request) => shown(database.read, signedIn(request)),
  );

  scope.put(
    '/desk/session/mail',
    {
      config: { ...config, readsBody: true },
      schema: {
        tags,
        summary: 'Choose how often you are notified by e-mail',
        body: exactly({ mail: Preference }),
        response: { 200: MailPreferenceResponse, ...deskErrors },
      },
    },
    async (request) => {
      const user = signedIn(request);
      const input = { by: actorOf(request), userId: user.id, preference: request.body.mail };
      await database.write(choosePreference, input, clock());
      return shown(database.read, user);
    },
  );
}
