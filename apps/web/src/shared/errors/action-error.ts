import type { NamedConflict } from '../bookings/conflict-name.tsx'

/** Consents sent with an action: the user has seen the warning and continues. */
export interface Consent {
  acknowledge?: string[]
  allowOverlap?: boolean
  overlapReason?: string
}

/** Combines consents given one after the other, for example to an overlap and then to another warning. */
export function mergeConsents(before: Consent, more: Consent): Consent {
  const acknowledge = [...new Set([...(before.acknowledge ?? []), ...(more.acknowledge ?? [])])]
  return { ...before, ...more, ...(acknowledge.length > 0 && { acknowledge }) }
}

/** Why an action was refused, and how to continue. */
export type ActionError =
  | { kind: 'conflict'; message: string; with: NamedConflict | undefined }
  | { kind: 'expired' | 'changed' | 'offline' | 'gone' | 'other'; message: string }

interface ErrorFields {
  code: string
  message: string
  details: Readonly<Record<string, unknown>>
}

const isNamedConflict = (value: unknown): value is NamedConflict =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof (value as { title?: unknown }).title === 'string'

/** Maps an API error to why an action was refused and how to continue. */
export function actionErrorOf({ code, message, details }: ErrorFields): ActionError {
  switch (code) {
    case 'SLOT_CONFLICT': {
      const conflicts = Array.isArray(details['conflicts']) ? (details['conflicts'] as unknown[]) : []
      return { kind: 'conflict', message, with: conflicts.find(isNamedConflict) }
    }
    case 'REQUEST_EXPIRED':
      return { kind: 'expired', message }
    case 'VERSION_CONFLICT':
    case 'INVALID_TRANSITION':
      return { kind: 'changed', message }
    case 'NETWORK':
      return { kind: 'offline', message }
    case 'NOT_FOUND':
      return { kind: 'gone', message }
    default:
      return { kind: 'other', message }
  }
}
