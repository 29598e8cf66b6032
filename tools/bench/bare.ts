// The baseline: bare Fastify routes that validate the same bodies with the same schemas and store nothing, or return
// given bytes from memory. Any other path gets an immediate response.
import Fastify from 'fastify';
import { CommercialBody } from '../../server/src/contract/commercial.ts';
import { SurveyBody } from '../../server/src/contract/survey.ts';

const app = Fastify({
  ajv: {
    customOptions: {
      coerceTypes: false,
      removeAdditional: false,
      strict: false,
      formats: { exact: true, email: /^[^\s@]+@[^\s@]+$/, date: /^\d{4}-\d{2}-\d{2}$/ },
    },
  },
});
const answers = JSON.parse(process.argv[2] ?? '{}') as Record<string, string>;
const json = 'application/json; charset=utf-8';

app.post('/fr/etablissement/:id/commercial/create', { schema: { body: CommercialBody } }, async (_, reply) =>
  reply.type(json).send('"ok"'),
);
app.post('/fr/etablissement/:id/survey/create', { schema: { body: SurveyBody } }, async (_, reply) =>
  reply.type(json).send('"ok"'),
);
for (const [kind, path] of [
  ['customId', '/fr/customId/:customId'],
  ['checkPhone', '/fr/commercial/checkPhone'],
  ['show', '/fr/etablissement/show/:id'],
  ['statscontact', '/fr/statscontact/:year'],
] as const) {
  app.get(path, async (_, reply) => reply.type(json).send(answers[kind] ?? ''));
}
app.all('/*', async (_, reply) => reply.type(json).send('"ok"'));
const url = await app.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`Serving on ${url};\n`);
