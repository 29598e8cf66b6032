/**
 * Globals of the page. The package does not declare them: pages have types of their own.
 */
interface Window {
  dataLayer?: unknown[];
  accueil: { consent: (granted: boolean) => void };
}
