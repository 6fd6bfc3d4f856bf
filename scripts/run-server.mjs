// Installs what is missing, builds what has changed and runs the server in this process, so that signals stop it.
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { prepare } from './build.mjs'

const root = dirname(import.meta.dirname)

await prepare(root, undefined, { dev: false })
await import(pathToFileURL(join(root, 'apps/server/dist/main.js')).href)
