import { capture, consent } from './index.ts';

// What a page loads as `<script src="…/accueil.js">`: it begins by itself, and leaves `accueil.consent` behind.
capture(document.currentScript?.dataset ?? {});
window.accueil = { consent };
