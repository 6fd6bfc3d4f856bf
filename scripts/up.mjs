// Installs what is missing, builds what has changed and runs the server in this process, so that signals stop it.
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { buildChanged, installMissing } from './build.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

try {
  installMissing(root)
  await buildChanged(root)
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
await import(pathToFileURL(join(root, 'apps/server/dist/main.js')).href)
