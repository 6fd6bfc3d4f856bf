import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { ComponentType, ReactNode } from 'react'

export interface AuthPageModule {
  Page: ComponentType
}

/** What surrounds every sign-in page; the same in the build's HTML and in the browser. */
export function AuthFrame({ children }: { children: ReactNode }) {
  return <I18nProvider i18n={i18n}>{children}</I18nProvider>
}
