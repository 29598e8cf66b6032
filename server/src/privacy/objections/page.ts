import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Clock, type MonotonicClock, minuteMs, parisDay } from '../../clock.ts';
import { type ObjectionLink, objectionIn } from '../../entries/search/objection-token.ts';
import { addressGroup } from '../../http/address.ts';
import type { App } from '../../http/app-type.ts';
import { ignoreBodies } from '../../http/json-body.ts';
import { limiter, throwIfLimited, wrongGuesses } from '../../http/limiter.ts';
import { type Html, html } from '../../http/pages/html.ts';
import type { Secrets } from '../../secrets.ts';
import type { Database } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';
import { objectByLink, objectionOfLink, takeBackByLink } from './object-by-link.ts';

interface Deps {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly monotonicClock: MonotonicClock;
}

/** New objections from one address. Mail programs send those of many persons. */
const maxNoted = { max: 60, windowMs: minuteMs };

const policy =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/**
 * `/o/{token}`: where who gets a receipt, or prospection, says that they want no more messages. Only POST changes something:
 * scanners of mails open every link. It is also what mail programs send (RFC 8058), whose body says nothing more.
 */
export function objectionPage(app: App, { database, secrets, clock, monotonicClock }: Deps): void {
  const guesses = limiter({ ...wrongGuesses, clock: monotonicClock });
  const noting = limiter({ ...maxNoted, clock: monotonicClock });

  function readLink({ ip, params }: { readonly ip: string; readonly params: { readonly token: string } }) {
    const link = objectionIn(params.token, secrets.contentKey);
    if (link !== undefined) return link;
    throwIfLimited(guesses.take(addressGroup(ip)), 'Too many wrong links from this address');
    return undefined;
  }

  app.register(async (scope) => {
    ignoreBodies(scope);
    scope.addHook('onSend', async (_request, reply) => {
      reply.header('x-robots-tag', 'noindex');
    });
    const show = (reply: FastifyReply, shown: string) =>
      reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(shown);
    const showIncomplete = (request: FastifyRequest, reply: FastifyReply) => {
      request.refusal = { code: 'NOTFOUND', field: 'path' };
      return show(reply.code(404), incomplete);
    };
    const nameOf = async ({ residence }: ObjectionLink) =>
      residence === null ? undefined : (await database.read.first(residenceName, { id: residence }))?.name;
    scope.get<{ Params: { token: string } }>(
      '/o/:token',
      { schema: { hide: true } },
      async (request, reply) => {
        const link = readLink(request);
        return link === undefined
          ? showIncomplete(request, reply)
          : show(reply, question(await nameOf(link)));
      },
    );
    scope.post<{ Params: { token: string }; Querystring: Record<string, unknown> }>(
      '/o/:token',
      { schema: { hide: true } },
      async (request, reply) => {
        const link = readLink(request);
        // A mail program may have cut the link.
        if (link === undefined) return showIncomplete(request, reply);
        const now = clock();
        const known = await objectionOfLink(database.read, link);
        const takesBack = takenBack in request.query;
        if (takesBack ? known?.isOfLink : (known?.day ?? '') < parisDay(now)) {
          throwIfLimited(noting.take(addressGroup(request.ip)), 'Too many objections from this address');
          await database.write(takesBack ? takeBackByLink : objectByLink, link, now);
        }
        const left = await objectionOfLink(database.read, link);
        const name = await nameOf(link);
        return show(reply, left === undefined ? forgotten(name) : noted(name, left.isOfLink));
      },
    );
  });
}

/** In the query of a POST: it takes the objection back. */
const takenBack = 'erreur';

const residenceName = statement<{ id: number }>()((db, p) =>
  db.selectFrom('establishments').select('name').where('id', '=', p.id),
);

const page = (content: Html, residence?: string) =>
  html`<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Ne plus recevoir de messages</title>
<link rel="stylesheet" href="../style.css">
</head>
<body>
<main>
<h1>Ne plus recevoir de messages</h1>
${residence === undefined ? html`` : html`<p>${residence}</p>`}
${content}
</main>
</body>
</html>
`.text;

const notCancelled = html`<p>Votre demande n’est pas annulée&nbsp;: nous vous rappellerons, et nous répondrons à ce que vous nous écrivez. Ce qui concerne une visite convenue continue aussi.</p>`;

const question = (residence?: string) =>
  page(
    html`<p>Vous avez reçu un message de notre part sans l’avoir demandé, ou vous n’en voulez plus&nbsp;? Dites-le-nous ici&nbsp;: nous ne vous enverrons plus ni accusé de réception, ni message pour reprendre contact.</p>
${notCancelled}
<form method="post"><button type="submit">Ne plus recevoir de messages</button></form>`,
    residence,
  );

const noted = (residence: string | undefined, isOfLink: boolean) =>
  page(
    html`<p role="status">C’est noté&nbsp;: vous ne recevrez plus d’accusé de réception ni de message pour reprendre contact.</p>
${notCancelled}
${
  isOfLink
    ? html`<form method="post" action="?${takenBack}"><button type="submit">Je me suis trompé(e)</button></form>`
    : html`<p>Vous nous l’aviez déjà dit&nbsp;: pour changer d’avis, appelez la résidence.</p>`
}`,
    residence,
  );

const forgotten = (residence?: string) =>
  page(
    html`<p role="status">C’est noté&nbsp;: vous pourrez de nouveau recevoir nos messages.</p>`,
    residence,
  );

const incomplete = page(html`<p>Ce lien n’est pas complet&nbsp;: rien n’a été noté.</p>
<p>Ouvrez-le de nouveau depuis le message que vous avez reçu, ou copiez-le en entier. Vous pouvez aussi répondre à ce message, ou appeler la résidence&nbsp;: dites-nous que vous n’en voulez plus, et nous le noterons.</p>`);
