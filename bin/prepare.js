// What npm runs at the end of an install, and also each time that `npx accueil` is called in this folder: then everything
// is built, and perhaps in use.
import { execSync } from 'node:child_process';

if (process.env.npm_command !== 'exec') execSync('npm run build', { stdio: 'inherit' });
