import Type from 'typebox';
import { changeSettings, readSettings, type SettingName } from '../../access/settings.ts';
import type { App } from '../../http/app-type.ts';
import { actorOf } from '../../http/desk-access.ts';
import { deskErrors, exactly } from '../../http/desk-answers.ts';
import type { DeskDeps } from '../deps.ts';

const settings = {
  'calendar.names': Type.Boolean({ description: 'Calendar feeds name the family.' }),
  'statistics.byPerson': Type.Boolean({ description: 'Direction sees the figures of each person.' }),
} satisfies Record<SettingName, unknown>;

export const Settings = Type.Object(settings);
const Changes = exactly(Type.Partial(Settings).properties, { minProperties: 1 });

/** What administrators switch on for everybody. */
export function settingsRoutes(scope: App, { database, clock }: DeskDeps): void {
  const tags = ['Users'];

  scope.get(
    '/desk/settings',
    {
      config: { desk: 'users' },
      schema: { tags, summary: 'Show the settings', response: { 200: Settings, ...deskErrors } },
    },
    () => readSettings(database.background),
  );

  scope.patch(
    '/desk/settings',
    {
      config: { desk: 'users', readsBody: true },
      schema: { tags, summary: 'Change settings', body: Changes, response: { 200: Settings, ...deskErrors } },
    },
    async (request) => {
      await database.write(changeSettings, { by: actorOf(request), changes: request.body }, clock());
      return readSettings(database.background);
    },
  );
}
