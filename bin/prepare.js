// npm runs this after an install, and also before each `npx accueil` in this folder: then everything is already built and
// may be in use.
import { execSync } from 'node:child_process';

if (process.env.npm_command !== 'exec') execSync('npm run build', { stdio: 'inherit' });
