import { locales } from '../../packages/protocol/src/common/locales.ts'
import type { LinguiConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'

// One catalog per language. The build computes which part of it a page loads (build/split-catalogs.ts).
const config: LinguiConfig = {
  sourceLocale: 'en',
  locales: [...locales],
  format: formatter({ lineNumbers: false }),
  orderBy: 'messageId',
  catalogs: [{ path: '<rootDir>/src/locales/{locale}', include: ['src'], exclude: ['**/*.test.*'] }],
}

export default config
