import type { App } from './app-type.ts';

// Imported, it would bring all that it offers, WebSockets too, which takes a twentieth of the start.
const { METHODS } = process.getBuiltinModule('node:http');

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Another app answers, and says what became of it. */
    handedOver?: true;
  }
}

/**
 * Has another app answer what comes to some paths, whatever the method. `load` makes it at the first request: who has no
 * use for it starts without. It is told to close before any hook `preClose` that is added later is run. Answers how to
 * get at it.
 */
export function handOver(app: App, paths: readonly string[], load: () => Promise<App>): () => Promise<App> {
  let loading: Promise<App> | undefined;
  const other = () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  // `all` are those that an app knows. Of what it does not know only the other app can say what the path takes.
  for (const method of METHODS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  for (const path of paths) {
    app.all(
      path,
      {
        config: { handedOver: true },
        schema: { hide: true },
        // Before the body is read.
        async onRequest(request, reply) {
          const { routing } = await other();
          reply.hijack();
          routing(request.raw, reply.raw);
        },
      },
      // Hijacked: nobody gets here.
      () => undefined,
    );
  }
  let closed: Promise<void> | undefined;
  app.addHook('preClose', async () => {
    // It ends what would not end by itself, while the last requests are answered, and goes on answering what still comes.
    // Whoever waited for what could not be loaded has been told.
    closed = loading?.then((loaded) => loaded.close()).catch(() => undefined);
  });
  app.addHook('onClose', () => closed);
  return other;
}
