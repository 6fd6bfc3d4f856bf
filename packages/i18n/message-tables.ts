import { pathToFileURL } from 'node:url'
import type { ExtractorType } from '@lingui/conf'

/**
 * Lets `npm run extract` read the server's English: every string of every table that a `*.messages.ts` file exports,
 * under its code. Tables are data without imports, so reading them runs nothing else.
 */
export const messageTables: ExtractorType = {
  match: (filename) => filename.endsWith('.messages.ts'),
  async extract(filename, _code, onMessageExtracted) {
    const tables = Object.values((await import(pathToFileURL(filename).href)) as Record<string, unknown>)
    for (const table of tables) {
      for (const [id, message] of Object.entries(table as Record<string, unknown>)) {
        if (typeof message === 'string') onMessageExtracted({ id, message, origin: [filename, 1] })
      }
    }
  },
}
