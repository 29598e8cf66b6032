/**
 * The Chromium that an npm package carries inside, unpacked once on a machine; sets what it needs in this process's
 * environment. Two processes can't unpack it at the same time.
 */
export async function unpackedChromium(): Promise<string> {
  // Set before the import, which then unpacks the libraries too.
  process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs22.x';
  process.env.AWS_LAMBDA_JS_RUNTIME = 'nodejs22.x';
  const { default: chromium } = await import('@sparticuz/chromium');
  return chromium.executablePath();
}

if (import.meta.main) await unpackedChromium();
