// Residences answer at the desk too, and don't know this folder.
export { Done, deskErrors, done, exactly, IdPath, orNull } from '../http/desk-answers.ts';
