import type { FastifyReply } from 'fastify';
import Type from 'typebox';

export const Page = Type.Unsafe<string>({ type: 'string', description: 'The page, `text/html`.' });

/** Sends a printable page, which may hold personal data and texts of strangers: it loads nothing and runs no script. */
export function sendPage(reply: FastifyReply, page: string) {
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox allow-modals")
    .header('x-content-type-options', 'nosniff')
    .send(page);
}
