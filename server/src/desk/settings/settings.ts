import Type from 'typebox';
import { changeSettings, readSettings, type SettingName } from '../../access/settings.ts';
import { exactly } from '../../http/desk-answers.ts';
import { deskRoute } from '../../http/desk-route.ts';
import type { DeskDeps } from '../deps.ts';

const settings = {
  'calendar.names': Type.Boolean({ description: 'Calendar feeds name the family.' }),
} satisfies Record<SettingName, unknown>;

const Settings = Type.Object(settings);
const showSettings = deskRoute('showSettings', 'GET /desk/settings', {
  right: 'users',
  tag: 'Users',
  summary: 'Show the settings',
  answer: Settings,
  run: ({ database }: DeskDeps) => readSettings(database.background),
});

const patchSettings = deskRoute('patchSettings', 'PATCH /desk/settings', {
  right: 'users',
  tag: 'Users',
  summary: 'Change settings',
  body: exactly(Type.Partial(Settings).properties, { minProperties: 1 }),
  answer: Settings,
  async run({ database, clock }: DeskDeps, { by, ...changes }) {
    await database.write(changeSettings, { by, changes }, clock());
    return readSettings(database.background);
  },
});

/** What administrators switch on for everybody. */
export const settingsRoutes = [showSettings, patchSettings] as const;
