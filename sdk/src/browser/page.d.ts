/**
 * What is there for all scripts of a page. Not a part of what the package declares: pages have types of their own for it.
 */
interface Window {
  dataLayer?: unknown[];
  accueil: { consent: (granted: boolean) => void };
}
