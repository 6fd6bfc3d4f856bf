import { createMessageId } from '@fettle/chat-client'
import { useEffect, useRef, useState } from 'react'
import { clearDraft, readDraft, writeDraft } from '../../../../lib/forms/form-drafts.ts'
import { chatText } from '../../chat-texts.ts'
import { draftFormOf, emptyForm, problemsOf, readForm, type PollForm } from './poll-form.ts'

/** Input of a new poll, which survives failures and reloads, and its problems. */
export function usePollForm(cid: string, question: string) {
  const draftKey = `poll ${cid}`
  const [poll, setPoll] = useState<PollForm>(() => {
    const draft = readForm(readDraft(draftKey))
    return question ? { ...draft, name: question } : draft
  })
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [isSubmitted, setSubmitted] = useState(false)
  // A retry after a lost response sends the same id, so that the poll is created once.
  const messageId = useRef(createMessageId())
  const hasInput = draftFormOf(poll) !== undefined
  useEffect(() => {
    const draft = draftFormOf(poll)
    if (draft) writeDraft(draftKey, draft)
    else clearDraft(draftKey)
  }, [draftKey, poll])

  const problems = problemsOf(poll)
  const shownProblems = problems.filter(({ field, index, reason }) => {
    if (isSubmitted || reason.code === 'poll.option-exists') return true
    return touched.has(field === 'options' ? (poll.options[index ?? -1]?.key ?? '') : field)
  })

  return {
    poll,
    messageId,
    hasInput,
    isValid: problems.length === 0,
    change(next: PollForm) {
      setPoll(next)
      messageId.current = createMessageId()
    },
    /** A field, or an option by its key, has lost the focus: its problems are shown from now on. */
    touch: (key: string) => setTouched((keys) => new Set(keys).add(key)),
    /** All problems are shown from now on. */
    showProblems: () => setSubmitted(true),
    errorOf(field: string) {
      const problem = shownProblems.find((each) => each.field === field && each.index === undefined)
      return problem && chatText(problem.reason)
    },
    /** Errors of single options by index. */
    optionErrors: new Map(
      shownProblems.flatMap(({ field, index, reason }) =>
        field === 'options' && index !== undefined ? [[index, chatText(reason)]] : [],
      ),
    ),
    startOver() {
      setPoll(emptyForm)
      setSubmitted(false)
      setTouched(new Set())
    },
    clearDraft: () => clearDraft(draftKey),
  }
}
