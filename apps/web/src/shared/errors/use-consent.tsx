import type { SlotWarning } from '@fettle/protocol/availability/availability'
import { t } from '@lingui/core/macro'
import { useState, type ReactNode } from 'react'
import { isApiError } from '../../lib/http/api-error.ts'
import { TextField } from '../../ui/forms/field.tsx'
import type { Consent } from './action-error.ts'

/** Consent with which a refused action can be repeated: acknowledged warnings, or a reason for the overlap. */
type NeededConsent = { kind: 'warnings'; consent: Consent } | { kind: 'overlap' }

/** The consent that would let a refused action pass; undefined when none does. Time off cannot be overlapped. */
function consentTo(error: unknown): NeededConsent | undefined {
  if (!isApiError(error)) return undefined
  const { code, details } = error
  if (code === 'ACKNOWLEDGE_REQUIRED') {
    const warnings = (details['warnings'] ?? []) as Pick<SlotWarning, 'code'>[]
    return { kind: 'warnings', consent: { acknowledge: warnings.map((warning) => warning.code) } }
  }
  const conflicts = (details['conflicts'] ?? []) as { kind?: string }[]
  return code === 'SLOT_CONFLICT' && !conflicts.some(({ kind }) => kind === 'TIME_OFF')
    ? { kind: 'overlap' }
    : undefined
}

/** The consent that is asked for before a refused action is repeated. */
interface AskedConsent {
  /** Field to fill in, when a reason is needed. */
  field: ReactNode
  /** Sends the consent, unless its reason is missing. */
  give: () => void
}

/** Asks for the consent `error` needs; undefined when no consent helps. */
export function useConsent(error: unknown, onConsent: (consent: Consent) => void): AskedConsent | undefined {
  const [typed, setTyped] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const neededConsent = consentTo(error)
  if (neededConsent === undefined) return undefined
  if (neededConsent.kind === 'warnings') return { field: null, give: () => onConsent(neededConsent.consent) }
  const reason = typed.trim()
  const isMissing = reason.length < 3
  return {
    field: (
      <TextField
        label={t`Reason for the overlap`}
        value={typed}
        maxLength={200}
        onChange={(event) => setTyped(event.target.value)}
        error={isSubmitted && isMissing ? t`Enter a reason for the overlap (3 to 200 characters).` : undefined}
      />
    ),
    give: () => {
      setSubmitted(true)
      if (!isMissing) onConsent({ allowOverlap: true, overlapReason: reason })
    },
  }
}
