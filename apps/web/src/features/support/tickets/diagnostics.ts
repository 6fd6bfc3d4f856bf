import type { TicketDiagnostics } from '@fettle/protocol/support/tickets'
import { lastErrors } from '../last-errors.ts'

/** The build of this page, from the hashed name of its entry. */
function appVersion(): string {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? ''
  return entry.split('/').at(-1)?.slice(0, 60) || 'development'
}

/** Diagnostic data for support. Shown before sending and optional. */
export function diagnosticsOf(route: string): TicketDiagnostics {
  const requestIds = lastErrors()
  return {
    appVersion: appVersion(),
    browser: navigator.userAgent.slice(0, 300),
    route: route.slice(0, 300),
    ...(requestIds.length > 0 && { requestIds: [...requestIds] }),
  }
}
