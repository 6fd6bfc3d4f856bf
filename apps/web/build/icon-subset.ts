import { join } from 'node:path'
import type { Plugin } from 'vite'

const maker = join(import.meta.dirname, '../src/ui/icons/lucide-icon.ts')
const icon = /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/][\w-]+\.mjs$/

/** Builds lucide's icons with our own factory, without the names and keys the app does not use. */
export const iconSubset = (): Plugin => ({
  name: 'fettle-light-icons',
  apply: 'build',
  enforce: 'pre',
  resolveId: {
    filter: { id: /createLucideIcon\.mjs$/ },
    handler: (_id, importer) => (importer && icon.test(importer) ? maker : undefined),
  },
  transform: {
    filter: { id: icon },
    handler: (code) =>
      code
        .replace(/,\s*key: "[^"]*"/g, '')
        .replace(/,\s*aliases: \[[^\]]*\]/g, '')
        .replace(/name: "[^"]*",\s*size: 24,\s*/, '')
        .replace(/^__iconData\.node;$/m, ''),
  },
})
