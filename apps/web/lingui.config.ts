import type { LinguiConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'
import { authParts } from './build/auth-parts.ts'

const exclude = ['**/*.test.*']

// Both are made of the forms in src/shared.
const ofProfile = ['onboarding', 'profile']

/**
 * One catalog for the frame and the pieces, one for each feature, loaded with its screen; and one of their own
 * for the sign-in pages, which carry only the sentences they may show.
 */
const config: LinguiConfig = {
  sourceLocale: 'en',
  locales: ['en'],
  format: formatter({ lineNumbers: false }),
  orderBy: 'messageId',
  catalogs: [
    { path: '<rootDir>/src/locales/{locale}/auth', include: ['src/features/auth', ...authParts], exclude },
    { path: '<rootDir>/src/locales/{locale}/shell', include: ['src/app', 'src/lib', 'src/ui', 'src/shared', 'src/entries'], exclude },
    {
      path: '<rootDir>/src/locales/{locale}/features/{name}',
      include: ['src/features/{name}'],
      exclude: [...exclude, 'src/features/auth/**', ...ofProfile.map((name) => `src/features/${name}/**`)],
    },
    ...ofProfile.map((name) => ({
      path: `<rootDir>/src/locales/{locale}/features/${name}`,
      include: [`src/features/${name}`, 'src/shared'],
      exclude,
    })),
  ],
}

export default config
