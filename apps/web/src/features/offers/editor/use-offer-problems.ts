import type { OfferDraft } from '@fettle/protocol/offers/content'
import { useMemo, useState } from 'react'
import { problemsIn, type OfferProblems } from './problems.ts'

const none: OfferProblems = {}

/** Problems of an offer as shown: all of them once it was submitted, and those the server found until it changes. */
export function useOfferProblems(content: OfferDraft) {
  const [isSubmitted, setSubmitted] = useState(false)
  const [serverProblems, setServerProblems] = useState<{ of: OfferDraft; problems: OfferProblems }>()
  const problems = useMemo<OfferProblems>(() => {
    const server = serverProblems?.of === content ? serverProblems.problems : undefined
    return isSubmitted || server ? { ...server, ...(isSubmitted && problemsIn(content)) } : none
  }, [isSubmitted, serverProblems, content])

  return {
    problems,
    isSubmitted,
    showAll: () => setSubmitted(true),
    showServerProblems: (found: OfferProblems) => setServerProblems({ of: content, problems: found }),
  }
}
