import axe from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * Describes what axe-core finds serious or critical on a page, and what is outside of its landmarks. Its source is evaluated: the Content-Security-Policy
 * refuses another script. `rules`: these alone.
 */
export async function seriousViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Half a megabyte: once a page is enough.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  // An element that fades in has a lower contrast until the transition ends.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
  const found = await page.evaluate(async (only) => {
    const { axe: inPage } = window as unknown as { axe: typeof import('axe-core') };
    const { violations } = await inPage.run(document, {
      resultTypes: ['violations'],
      preload: false,
      ...(only === undefined ? { rules: { 'target-size': { enabled: true } } } : { runOnly: [...only] }),
    });
    return violations.map(({ id, impact, help, nodes }) => ({
      id,
      impact,
      help,
      nodes: nodes.map(({ html, failureSummary }) => `${html} (${failureSummary})`),
    }));
  }, rules);
  return found
    .filter(
      ({ id, impact, nodes }) =>
        impact === 'serious' ||
        impact === 'critical' ||
        // An open list of choices and a tooltip stand outside of all.
        (id === 'region' && nodes.some((node) => !/role="(listbox|tooltip)"/.test(node))),
    )
    .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.slice(0, 5).join('; ')}`);
}
