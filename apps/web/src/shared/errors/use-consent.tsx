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
  const [isTried, setTried] = useState(false)
  const needed = consentTo(error)
  if (needed === undefined) return undefined
  if (needed.kind === 'warnings') return { field: null, give: () => onConsent(needed.consent) }
  return {
    field: (
      <div className="pt-3">
        <OverlapReason value={reason} onChange={setReason} isTried={isTried} />
      </div>
    ),
    give: () => {
      setTried(true)
      if (isReason(reason)) onConsent(overlapWith(reason))
    },
  }
}
