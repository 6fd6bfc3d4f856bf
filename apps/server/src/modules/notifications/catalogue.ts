import type { InboxSeverity, Workflow } from '@fettle/protocol/inbox'

/** Every kind of notification (domain §12) as data. Its words are in `texts`, under the same name. */

export type Severity = 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL'

/** What each kind has to be told to be put into words. Instants are ISO texts. */
export interface Params {
  'booking-requested': {
    customerName: string
    title: string
    city: string
    startAt: string
    timeZone: string
    respondBy: string | null
  }
  'booking-confirmed': { customerName: string; customerId: string; title: string; startAt: string; timeZone: string }
  /** `answer` is the state the extra-work request came to. */
  'adjustment-answered': { customerName: string; title: string; answer: string; note: string | null }
  /** `document` is what a person calls it: "passport". */
  'document-approved': { document: string }
  'document-rejected': { document: string; fix: string; note: string }
  'document-expiring': { document: string; expiresAt: string; daysLeft: number }
  /** `device` is what a person would call it: "Chrome on Android". */
  'new-sign-in': { device: string; at: string; timeZone: string }
  'bank-details-changed': { bankName: string; lastDigits: string; at: string; timeZone: string }
  'password-changed': { at: string; timeZone: string }
}

export type WorkflowId = keyof Params

/** The object a notification is about: it completes itself when that moves on. */
export interface Subject {
  type: 'booking' | 'document' | 'session' | 'profile'
  id: string
}

interface Entry<P> {
  severity: Severity
  /** The group it belongs to in the preferences, and what it is filtered by. */
  tags: readonly string[]
  primary?: (subject: Subject, params: P) => string
  secondary?: (subject: Subject, params: P) => string
}

const booking = ({ id }: Subject) => `/bookings/${id}`

const documents = () => '/profile?tab=documents'

export const catalogue: { [W in WorkflowId]: Entry<Params[W]> } = {
  'booking-requested': {
    severity: 'HIGH',
    tags: ['bookings'],
    primary: booking,
    secondary: (subject) => `${booking(subject)}?action=decline`,
  },
  'booking-confirmed': {
    severity: 'HIGH',
    tags: ['bookings'],
    primary: booking,
    secondary: (_, { customerId }) => `/messages?customer=${customerId}`,
  },
  'adjustment-answered': { severity: 'HIGH', tags: ['bookings'], primary: booking },
  'document-approved': { severity: 'MEDIUM', tags: ['documents'], primary: documents },
  'document-rejected': { severity: 'HIGH', tags: ['documents'], primary: documents },
  'document-expiring': { severity: 'HIGH', tags: ['documents'], primary: documents },
  'new-sign-in': {
    severity: 'CRITICAL',
    tags: ['security'],
    primary: () => '/profile',
    secondary: () => '/profile?section=security',
  },
  'bank-details-changed': {
    severity: 'CRITICAL',
    tags: ['security'],
    primary: () => '/profile',
    secondary: () => '/profile?section=security',
  },
  'password-changed': {
    severity: 'CRITICAL',
    tags: ['security'],
    primary: () => '/profile',
    secondary: () => '/profile?section=security',
  },
}

export const workflowIds = Object.keys(catalogue) as WorkflowId[]

/** The severities the notification service knows: what is critical is high, and cannot be switched off. */
export const toInboxSeverity = (severity: Severity): InboxSeverity =>
  ({ LOW: 'low', MEDIUM: 'medium', HIGH: 'high', CRITICAL: 'high' } as const)[severity]

/** The catalogue as the notification service is told it. In the inbox everything is shown, whatever is chosen. */
export function toInboxWorkflows(names: Record<WorkflowId, string>): Workflow[] {
  return workflowIds.map((identifier) => {
    const { severity, tags } = catalogue[identifier]
    return {
      identifier,
      name: names[identifier],
      critical: severity === 'CRITICAL',
      tags: [...tags],
      severity: toInboxSeverity(severity),
      channels: { in_app: true, email: true, push: true },
      always: ['in_app'],
    }
  })
}
