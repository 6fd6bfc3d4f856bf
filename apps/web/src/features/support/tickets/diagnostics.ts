import type { TicketDiagnostics } from '@fettle/protocol/support/tickets'
import { lastErrors } from '../last-errors.ts'

/** The build this page runs, as its entry is called: a name says what is in it. */
function appVersion(): string {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? ''
  return entry.split('/').at(-1)?.slice(0, 60) || 'development'
}

/** What helps to find out what went wrong. Shown before it is sent, and left out where somebody wants that. */
export function diagnosticsOf(route: string): TicketDiagnostics {
  const requestIds = lastErrors()
  return {
    appVersion: appVersion(),
    browser: navigator.userAgent.slice(0, 300),
    route: route.slice(0, 300),
    ...(requestIds.length > 0 && { requestIds: [...requestIds] }),
  }
}
