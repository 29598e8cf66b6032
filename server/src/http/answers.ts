import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import { ExchangeError, MainError } from '../contract/errors.ts';

/** The JSON string `ok` of the creating routes: quotes included. */
export const Ok = Type.Literal('ok', { description: 'Stored durably.' });

/** Sends text that is already JSON. */
export function sendJson(reply: FastifyReply, json: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(json);
}

/** Error responses of the main API, for a route's `response` schemas. */
export const mainErrors = { '4xx': MainError, '5xx': MainError };
export const exchangeErrors = { '4xx': ExchangeError, '5xx': ExchangeError };
