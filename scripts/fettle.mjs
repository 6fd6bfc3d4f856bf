// `npm run fettle -- …`: the operator's commands. Installs and builds what is missing, like `npm start`.
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { buildChanged, installMissing } from './build.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

try {
  installMissing(root)
  await buildChanged(root, ['server'])
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
await import(pathToFileURL(join(root, 'apps/server/dist/cli/main.js')).href)
