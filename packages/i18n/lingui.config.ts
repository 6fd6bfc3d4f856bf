import { extractor as babelExtractor } from '@lingui/cli/api'
import type { LinguiConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'
import { messageTables } from './message-tables.ts'
import { locales } from './src/locales.ts'

const path = (area: string) => `<rootDir>/packages/i18n/locales/{locale}/${area}`

/** One file per language and area. English is in the code: macros in the web app, `*.messages.ts` tables elsewhere. */
const config: LinguiConfig = {
  sourceLocale: 'en',
  locales: [...locales],
  rootDir: '../..',
  format: formatter({ lineNumbers: false }),
  orderBy: 'messageId',
  extractors: [messageTables, babelExtractor],
  catalogs: [
    { path: path('web'), include: ['<rootDir>/apps/web/src'], exclude: ['**/*.test.*'] },
    {
      path: path('server'),
      include: ['<rootDir>/packages/protocol/src/**/*.messages.ts'],
      exclude: ['**/chat.messages.ts'],
    },
    { path: path('chat'), include: ['<rootDir>/packages/protocol/src/**/chat.messages.ts'] },
  ],
}

export default config
