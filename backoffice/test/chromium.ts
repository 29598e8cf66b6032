// The Chromium that an npm package carries inside. As a program it is the one browser of a whole test run: it prints the
// address where the files connect, and ends with its standard input.
import { type Browser, type LaunchOptions, chromium as playwright } from 'playwright-core';

/** Starts a Chromium, the one of `BROWSER` if that is set. */
export async function launchBrowser(): Promise<Browser> {
  return playwright.launch(await launchOptions());
}

async function launchOptions(): Promise<LaunchOptions> {
  const { BROWSER } = process.env;
  if (BROWSER !== undefined) return { executablePath: BROWSER };
  // Set before the import, which then unpacks the libraries too, once on a machine, and adds them to this environment.
  process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs22.x';
  process.env.AWS_LAMBDA_JS_RUNTIME = 'nodejs22.x';
  const { default: chromium } = await import('@sparticuz/chromium');
  return {
    // Not all arguments of the package: an emulated graphics card is slow, and the web security must stay on.
    args: ['--no-sandbox', '--no-zygote', '--disable-gpu', '--font-render-hinting=none'],
    executablePath: await chromium.executablePath(),
    headless: true,
  };
}

if (import.meta.main) {
  const server = await playwright.launchServer({ ...(await launchOptions()), host: '127.0.0.1' });
  process.stdout.write(`${server.wsEndpoint()}\n`);
  process.stdin.on('end', () => void server.close()).resume();
}
