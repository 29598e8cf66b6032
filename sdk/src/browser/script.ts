import { capture, consent } from './index.ts';

// The script of a page, `<script src="…/accueil.js">`: it starts by itself, and defines `accueil.consent`.
capture(document.currentScript?.dataset ?? {});
window.accueil = { consent };
