import { fileURLToPath } from 'node:url'
import { extractor as babelExtractor } from '@lingui/cli/api'
import type { LinguiConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'
import { messageTables } from './message-tables.ts'
import { locales, PSEUDO_LOCALE } from './src/locales.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Folders of the web app whose messages are not in its own area. */
const signIn = ['apps/web/src/features/auth', 'apps/web/src/lib', 'apps/web/src/ui']
const chat = 'apps/web/src/features/messages'
// Absolute, because relative patterns match nothing in `exclude`.
const webTests = `${root}apps/**/*.test.*`
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
    // The sign-in pages, with the components and helpers that the app has in common with them.
    { path: path('sign-in'), include: signIn.map((folder) => `<rootDir>/${folder}`), exclude: [webTests] },
    {
      path: path('web'),
      include: ['<rootDir>/apps/web/src'],
      exclude: [webTests, ...[...signIn, chat].map((folder) => `${root}${folder}/**`)],
    },
    // Messages of field checks, which browser and server write.
    { path: path('fields'), include: ['<rootDir>/packages/protocol/src/**/issues.messages.ts'] },
    {
      path: path('server'),
      include: ['<rootDir>/packages/protocol/src/**/*.messages.ts'],
      exclude: [`${root}packages/**/{chat,holidays,issues}.messages.ts`],
    },
    { path: path('mail'), include: ['<rootDir>/apps/server/src/**/*.messages.ts'] },
    {
      path: path('chat'),
      include: ['<rootDir>/packages/protocol/src/**/chat.messages.ts', `<rootDir>/${chat}`],
      exclude: [webTests],
    },
    { path: path('holidays'), include: ['<rootDir>/packages/protocol/src/**/holidays.messages.ts'] },
  ],
}

export default config
