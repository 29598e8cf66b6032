import type { Socket } from 'node:net';
import type { ConnectionError, FastifyBaseLogger } from 'fastify';
import { errorStatuses, type MainError } from '../contract/errors.ts';
import { privateHeaders } from './common-headers.ts';
import { endLingering } from './linger.ts';

/**
 * Responds to bytes that are not an HTTP request, which therefore have no route and no request id. Fastify's own response
 * has another shape, and its log line contains the bytes received, passwords included.
 */
export function answerClientError(error: ConnectionError, socket: Socket, log: FastifyBaseLogger): void {
  // Further bytes of a connection that has had its response raise the error again.
  if (error.code === 'ECONNRESET' || socket.destroyed || socket.writableEnded) return;
  log.debug({ cause: error.code }, 'a connection broke, or carried no HTTP request');
  if (socket.writable) endLingering(socket, answer(messageOf(error.code)));
  else socket.destroy();
}

function messageOf(code: string): string {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return 'headers: larger than this service takes, the address included';
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 'request: it took too long to arrive';
    default:
      return 'request: expected well-formed HTTP/1.1';
  }
}

function answer(message: string): string {
  const body: MainError = { error: { message, code: 'INVALID' } };
  const text = JSON.stringify(body);
  const headers = {
    ...privateHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${errorStatuses.INVALID} Bad Request\r\n${lines.join('')}\r\n${text}`;
}
