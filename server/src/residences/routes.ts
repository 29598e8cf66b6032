import Type from 'typebox';
import { Establishment, GroupListing, JobCount } from '../contract/establishment.ts';
import { integer } from '../contract/fields.ts';
import { EstablishmentPath, GroupPath, PasswordQuery } from '../contract/parameters.ts';
import { RequestError } from '../contract/request-error.ts';
import { wire } from '../contract/wire-names.ts';
import type { Directory, Group, Listed } from '../directory.ts';
import { mainErrors, sendJson } from '../http/answers.ts';
import type { App } from '../http/app-type.ts';
import type { Authentication } from '../http/authentication.ts';
import type { Cached } from '../store/cache.ts';
import { ValidationError } from '../validation/validation-error.ts';

interface ResidencesDeps {
  readonly authentication: Authentication;
  readonly directory: Cached<Directory>;
  /** The wire name of the establishment filter (docs/interface.md, « Names that an installation may change »). */
  readonly filterName: string;
}

const Query = Type.Object(PasswordQuery);
const JobsQuery = Type.Object({
  ...PasswordQuery,
  etablissement: Type.Optional(
    integer({ description: 'Only this establishment.', examples: [3], ...wire('establishmentFilter') }),
  ),
});
const tags = ['Main API'];

/** Routes 5 to 8: groups, one establishment, job counts. */
export function residenceRoutes(app: App, { authentication, directory, filterName }: ResidencesDeps): void {
  app.get(
    '/fr/etablissements/:group',
    {
      onRequest: authentication.reading('groups'),
      schema: {
        tags,
        summary: 'List the establishments of a group',
        params: GroupPath,
        querystring: Query,
        response: { 200: GroupListing, ...mainErrors },
      },
    },
    async ({ params, caller }): Promise<GroupListing> => {
      const group = groupOf(await directory.get(), params.group);
      return {
        etablissements: shownTo(caller, group.members),
        personnel: { nb: group.medicalStaff },
        medecins: { nb: group.doctors },
      };
    },
  );

  app.get(
    '/fr/etablissement/show/:id',
    {
      onRequest: authentication.reading('show'),
      schema: {
        tags,
        summary: 'Show one establishment',
        params: EstablishmentPath,
        querystring: Query,
        response: { 200: Establishment, ...mainErrors },
      },
    },
    async ({ params: { id }, caller }, reply) => {
      const listed = (await directory.get()).establishments.get(id);
      if (listed === undefined) throw new RequestError('NOTFOUND', `path: no establishment has the id ${id}`);
      return sendJson(reply, caller === null ? listed.publicJson : listed.json);
    },
  );

  app.get(
    '/fr/jobs/:group',
    {
      onRequest: authentication.reading('jobs'),
      schema: {
        tags,
        summary: 'Count the job offers of a group',
        params: GroupPath,
        querystring: Query,
        response: { 200: JobCount, ...mainErrors },
      },
    },
    async ({ params, caller }) => jobsOf(groupOf(await directory.get(), params.group).members, caller),
  );

  app.get(
    '/fr/jobs',
    {
      onRequest: authentication.reading('jobs'),
      schema: {
        tags,
        summary: 'Count the job offers of all, or of one',
        querystring: JobsQuery,
        response: { 200: JobCount, ...mainErrors },
      },
    },
    async ({ query: { etablissement: id }, caller }) => {
      const { establishments } = await directory.get();
      if (id === undefined) return jobsOf([...establishments.values()], caller);
      const listed = establishments.get(id);
      if (listed === undefined) throw new ValidationError(filterName, `no establishment has the id ${id}`);
      return jobsOf([listed], caller);
    },
  );
}

function groupOf({ groups }: Directory, slug: string): Group {
  const group = groups.get(slug);
  if (group === undefined) throw new RequestError('NOTFOUND', 'path: no group has this name');
  return group;
}

function shownTo(caller: unknown, members: readonly Listed[]): Establishment[] {
  return members.map((listed) => (caller === null ? listed.public : listed.establishment));
}

function jobsOf(members: readonly Listed[], caller: unknown): JobCount {
  return {
    etablissements: shownTo(caller, members),
    totalAnnouncements: members.reduce((sum, { openAnnouncements }) => sum + openAnnouncements, 0),
  };
}
