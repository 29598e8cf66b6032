import Type from 'typebox';
import { readSettings, type SettingName, storeSettings } from '../../access/settings.ts';
import { exactly } from '../../http/desk-answers.ts';
import { deskRoute, deskWrite } from '../../http/desk-route.ts';
import type { DeskDeps } from '../deps.ts';

const settings = {
  'calendar.names': Type.Boolean(),
} satisfies Record<SettingName, unknown>;

const Settings = Type.Object(settings);
const showSettings = deskRoute('showSettings', 'GET /desk/settings', {
  right: 'users',
  run: ({ database }: DeskDeps) => readSettings(database.background),
});

const patchSettings = deskWrite('patchSettings', 'PATCH /desk/settings', {
  right: 'users',
  body: exactly(Type.Partial(Settings).properties, { minProperties: 1 }),
  async run(tx, { by: _, ...changes }, { record }) {
    await storeSettings(tx, changes);
    await record({ action: 'changed', subject: 'settings', detail: { changed: Object.keys(changes) } });
    return readSettings(tx);
  },
});

/** What administrators switch on for everybody. */
export const settingsRoutes = [showSettings, patchSettings] as const;
