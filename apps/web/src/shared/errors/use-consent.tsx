import { useState, type ReactNode } from 'react'
import type { Consent } from './action-error.ts'
import { consentTo, isReason, OverlapReason, overlapWith } from './overlap-reason.tsx'

/** The consent a dialog asks for before its button repeats a refused action. */
interface AskedConsent {
  /** Field for the notice, when a reason is needed. */
  field: ReactNode
  /** Sends the consent, unless its reason is missing. */
  give: () => void
}

/** Asks for the consent `error` needs; undefined when no consent helps. */
export function useConsent(error: unknown, onConsent: (consent: Consent) => void): AskedConsent | undefined {
  const [reason, setReason] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const neededConsent = consentTo(error)
  if (neededConsent === undefined) return undefined
  if (neededConsent.kind === 'warnings') return { field: null, give: () => onConsent(neededConsent.consent) }
  return {
    field: (
      <div className="pt-3">
        <OverlapReason value={reason} onChange={setReason} isSubmitted={isSubmitted} />
      </div>
    ),
    give: () => {
      setSubmitted(true)
      if (isReason(reason)) onConsent(overlapWith(reason))
    },
  }
}
