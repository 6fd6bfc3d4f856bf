import { formatter } from '@lingui/format-po'
import type { LinguiConfig } from '@lingui/conf'

// Two catalogs: the sign-in pages carry only their own few sentences.
const config: LinguiConfig = {
  sourceLocale: 'en',
  locales: ['en'],
  format: formatter({ lineNumbers: false }),
  orderBy: 'messageId',
  catalogs: [
    {
      path: '<rootDir>/src/locales/{locale}/auth',
      include: ['src/features/auth', 'src/entries/auth.tsx', 'src/lib', 'src/ui'],
      exclude: ['**/*.test.*'],
    },
    { path: '<rootDir>/src/locales/{locale}/app', include: ['src'], exclude: ['**/*.test.*', 'src/features/auth/**'] },
  ],
}

export default config
