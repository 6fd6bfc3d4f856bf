import { fileURLToPath } from 'node:url'
import { extractor as babelExtractor } from '@lingui/cli/api'
import type { LinguiConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'
import { messageTables } from './message-tables.ts'
import { locales, PSEUDO_LOCALE } from './src/locales.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const path = (area: string) => `<rootDir>/packages/i18n/locales/{locale}/${area}`

/** One file per language and area. English is in the code: macros in the web app, `*.messages.ts` tables elsewhere. */
const config: LinguiConfig = {
  sourceLocale: 'en',
  locales: [...locales],
  // Made from English when it is loaded: its files are empty.
  pseudoLocale: PSEUDO_LOCALE,
  rootDir: root,
  format: formatter({ lineNumbers: false }),
  orderBy: 'messageId',
  extractors: [messageTables, babelExtractor],
  catalogs: [
    { path: path('web'), include: ['<rootDir>/apps/web/src'], exclude: [`${root}apps/**/*.test.*`] },
    {
      path: path('server'),
      include: ['<rootDir>/packages/protocol/src/**/*.messages.ts'],
      // Absolute, because relative patterns match nothing here.
      exclude: [`${root}packages/**/{chat,holidays}.messages.ts`],
    },
    { path: path('mail'), include: ['<rootDir>/apps/server/src/**/*.messages.ts'] },
    { path: path('chat'), include: ['<rootDir>/packages/protocol/src/**/chat.messages.ts'] },
    { path: path('holidays'), include: ['<rootDir>/packages/protocol/src/**/holidays.messages.ts'] },
  ],
}

export default config
