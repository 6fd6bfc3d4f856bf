import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { ComponentType, ReactNode } from 'react'
import { HasGoogle } from '../features/auth/use-options.ts'

export interface AuthPageModule {
  Page: ComponentType
}

/** The layout of every sign-in page. The build and the browser render the same. */
export function AuthFrame({ hasGoogle = false, children }: { hasGoogle?: boolean; children: ReactNode }) {
  return (
    <I18nProvider i18n={i18n}>
      <HasGoogle value={hasGoogle}>{children}</HasGoogle>
    </I18nProvider>
  )
}
