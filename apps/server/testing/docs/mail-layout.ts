import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { rootDir } from '../../src/platform/config.ts'

const require = createRequire(import.meta.url)

type Mjml = (source: string, options: object) => { html: string; errors: { formattedMessage: string }[] }

/** Compiles the MJML layout of mails to HTML. Throws on errors. */
export function compileLayout(): string {
  // The core package of MJML, without two hundred others, expects a browser's global.
  const world = globalThis as { window?: unknown }
  const had = 'window' in world
  if (!had) world.window = globalThis
  const mjml = require('mjml-browser') as Mjml
  if (!had) delete world.window
  const source = readFileSync(join(rootDir, 'apps/server/mails/layout.mjml'), 'utf8')
  const { html, errors } = mjml(source.replace(/^<!--.*?-->\n/s, ''), {
    validationLevel: 'strict',
    keepComments: true,
    fonts: {},
  })
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'))
  // MJML has no logical properties for right-to-left pages.
  return `${html
    .replaceAll('direction:ltr', 'direction:{{dir}}')
    .replaceAll('text-align:left', 'text-align:{{side}}')
    .replaceAll('align="left"', 'align="{{side}}"')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n')}\n`
}
