import type { CustomerDetails, CustomerNotes } from '@fettle/protocol/workspace/customers'
import { customerNoteLimits } from '@fettle/protocol/workspace/constants'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { clearDraft, readDraft, writeDraft } from '../../lib/forms/form-drafts.ts'
import { useAutosave } from '../../lib/forms/use-autosave.ts'
import { hasCode, isApiError, type ApiError } from '../../lib/http/api-error.ts'
import { errorText } from '../../lib/http/error-text.ts'
import { customerQuery } from '../../shared/customers/customers.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { TextAreaField } from '../../ui/forms/field.tsx'
import { TagField } from '../../ui/forms/tag-field.tsx'
import { Section } from '../../ui/layout/card.tsx'
import { TransientButton } from '../../ui/transient-button.tsx'
import { saveNotes } from './api.ts'
import { itemsText } from '../../lib/format/items-text.ts'

const SAVE_DELAY_MS = 800
const FIRST_RETRY_DELAY_MS = 2_000
const MAX_RETRY_DELAY_MS = 60_000

type State = 'saved' | 'unsaved' | { error: unknown; failures: number } | { theirs: CustomerNotes }

const isTemporary = (error: unknown) => !isApiError(error) || error.status === 0 || error.status >= 500

/** Saves them. An earlier attempt may have arrived without its answer: what the server has is then the same. */
async function savedVersion(id: string, sent: CustomerNotes): Promise<number> {
  try {
    return (await saveNotes(id, sent)).version
  } catch (error) {
    const theirs = hasCode(error, 'VERSION_CONFLICT') ? (error as ApiError).details['current'] : undefined
    if (!isSame(theirs as CustomerNotes | undefined, sent)) throw error
    return (theirs as CustomerNotes).version
  }
}

const isSame = (theirs: CustomerNotes | undefined, { note, tags }: CustomerNotes): boolean =>
  theirs?.note.trim() === note.trim() && theirs.tags.join() === tags.join()

/** Private note and tags, saved while they are edited. What is not saved yet survives a reload of the page. */
export function Notes({ customer: { id, notes } }: { customer: CustomerDetails }) {
  const client = useQueryClient()
  const draft = `customer-notes:${id}`
  const [content, setContent] = useState<CustomerNotes>(() => ({ ...notes, ...(readDraft(draft) as object) }))
  const [state, setState] = useState<State>(() => (readDraft(draft) ? 'unsaved' : 'saved'))
  const latest = useRef(content)
  const isUnsaved = useRef(state === 'unsaved')

  const cache = useCallback(
    (newest: CustomerNotes) =>
      client.setQueryData(
        customerQuery(id).queryKey,
        (cached) => cached && { ...cached, tags: newest.tags, notes: newest },
      ),
    [client, id],
  )
  const save = useCallback(async () => {
    const sent = latest.current
    try {
      const version = await savedVersion(id, sent)
      latest.current = { ...latest.current, version }
      cache({ ...sent, version })
      setContent(latest.current)
      // Typed while this was being saved: the next save names the new version.
      if (latest.current.note !== sent.note || latest.current.tags !== sent.tags) {
        writeDraft(draft, { ...latest.current })
        return
      }
      isUnsaved.current = false
      clearDraft(draft)
      setState('saved')
    } catch (error) {
      const isConflict = isApiError(error) && error.code === 'VERSION_CONFLICT'
      setState((before) => {
        if (isConflict) return { theirs: error.details['current'] as CustomerNotes }
        const failures = typeof before === 'object' && 'failures' in before ? before.failures : 0
        return { error, failures: failures + 1 }
      })
      if (isConflict) isUnsaved.current = false
    }
  }, [id, draft, cache])
  const { schedule } = useAutosave({
    save,
    isUnsaved: useCallback(() => isUnsaved.current, []),
    delayMs: SAVE_DELAY_MS,
    isDebounced: true,
  })
  // Saved elsewhere, or already newer than what the screen began with.
  useEffect(() => {
    if (isUnsaved.current || state !== 'saved' || notes.version <= latest.current.version) return
    latest.current = notes
    setContent(notes)
  }, [notes, state])
  // A draft of an earlier visit.
  useEffect(() => {
    if (isUnsaved.current) schedule()
  }, [schedule])
  useEffect(() => {
    if (typeof state !== 'object' || !('error' in state) || !isTemporary(state.error)) return
    const delayMs = Math.min(FIRST_RETRY_DELAY_MS * 2 ** (state.failures - 1), MAX_RETRY_DELAY_MS)
    const timer = setTimeout(schedule, delayMs)
    return () => clearTimeout(timer)
  }, [state, schedule])

  const change = (next: Partial<CustomerNotes>) => {
    latest.current = { ...latest.current, ...next }
    setContent(latest.current)
    writeDraft(draft, { ...latest.current })
    isUnsaved.current = true
    setState('unsaved')
    schedule()
  }
  const takeTheirs = (theirs: CustomerNotes) => {
    latest.current = theirs
    cache(theirs)
    setContent(theirs)
    clearDraft(draft)
    setState('saved')
  }
  const { note, tags } = content
  const addTags = (typed: string) => {
    const added = typed
      .split(',')
      .map((tag) => tag.trim().replace(/\s+/g, ' ').slice(0, customerNoteLimits.tagCharacters))
      .filter((tag) => tag !== '')
    change({ tags: [...new Set([...latest.current.tags, ...added])].slice(0, customerNoteLimits.tags) })
  }
  return (
    <Section title={<Trans>Your notes</Trans>} description={<Trans>Only you can see them.</Trans>}>
      {typeof state === 'object' && 'theirs' in state && (
        <Banner
          tone="warning"
          alert
          title={t`You changed these notes on another device.`}
          action={
            <span className="flex flex-wrap gap-2">
              <TransientButton size="sm" onClick={() => change({ version: state.theirs.version })}>
                <Trans>Keep mine</Trans>
              </TransientButton>
              <TransientButton size="sm" variant="secondary" onClick={() => takeTheirs(state.theirs)}>
                <Trans>Use the other version</Trans>
              </TransientButton>
            </span>
          }
        >
          <span dir="auto" className="whitespace-pre-line">
            {[state.theirs.note, itemsText(state.theirs.tags)].filter(Boolean).join('\n')}
          </span>
        </Banner>
      )}
      <TextAreaField
        label={t`Note`}
        aria-required={false}
        value={note}
        maxLength={customerNoteLimits.characters}
        onChange={({ target }) => change({ note: target.value })}
      />
      <TagField
        label={t`Tags`}
        items={tags}
        maxLength={customerNoteLimits.tagCharacters}
        onAdd={addTags}
        onRemove={(tag) => change({ tags: latest.current.tags.filter((each) => each !== tag) })}
      />
      <p role="status" className="min-h-5 text-sm text-text-muted">
        {state === 'saved' && content.version > 0 && <Trans>Saved</Trans>}
        {state === 'unsaved' && <Trans>Saving…</Trans>}
        {typeof state === 'object' && 'error' in state && errorText(state.error, t`Not saved yet. We'll try again.`)}
      </p>
    </Section>
  )
}
