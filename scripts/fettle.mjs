// `npm run fettle -- …`: the operator's commands. Installs and builds what is missing, like `npm start`.
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { prepare } from './build.mjs'

const root = dirname(import.meta.dirname)

await prepare(root, ['server'], { dev: false })
await import(pathToFileURL(join(root, 'apps/server/dist/cli/main.js')).href)
