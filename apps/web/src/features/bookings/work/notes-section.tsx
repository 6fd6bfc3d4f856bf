import type { PrivateNote } from '@fettle/protocol/bookings/content'
import { addBookingNote, removeBookingNote, saveBookingTags } from '@fettle/protocol/bookings/calls'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { momentText, ownTimeZone } from '../../../lib/format/dates.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { FieldError, TextAreaField } from '../../../ui/forms/field.tsx'
import { TagField } from '../../../ui/forms/tag-field.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { updateCachedDetails } from '../api.ts'
import { contactMethodLabel } from '../detail/contact-labels.ts'
import { BookingSection } from '../detail/booking-section.tsx'
import { useBookingAction } from '../detail/use-booking-action.ts'
import { useDraft } from '../../../lib/forms/use-form-draft.ts'
import type { WorkProps } from './work-props.ts'
import { RemovableRow } from '../../../ui/layout/removable-row.tsx'

const MAX_NOTE_LENGTH = 2000
const TAG_LIMITS = { count: 10, length: 30 }

/** Private notes and attempts to reach the customer. */
export function NotesSection({ booking, offline, now }: WorkProps) {
  const { form, change } = useDraft(`note:${booking.id}`, { text: '' })
  const act = useBookingAction(booking)
  const client = useQueryClient()
  // The next change may come before the last one is saved.
  const [unsavedTags, setUnsavedTags] = useState<readonly string[]>()
  const tags = unsavedTags ?? booking.tags
  const text = form.text.trim()
  const save = async () => {
    if (text === '' || text.length > MAX_NOTE_LENGTH) return
    // The list shows it already; the next note can be written meanwhile.
    change({ text: '' })
    if (await offline.run('note', { text })) return
    change((since) => ({ text: [text, since.text].filter(Boolean).join('\n') }))
  }
  const remove = async ({ id, text: note }: PrivateNote) => {
    if (!(await act.run(removeBookingNote, { params: { noteId: id } }))) return
    const restore = () => void act.run(addBookingNote, { body: { text: note } })
    toast.success(t`Note deleted`, { action: { label: t`Undo`, run: restore } })
  }
  const saveTags = async (next: readonly string[]) => {
    setUnsavedTags(next)
    if (await act.run(saveBookingTags, { body: { tags: next } }))
      updateCachedDetails(client, booking.id, (before) => ({ ...before, tags: [...next] }))
    setUnsavedTags((latest) => (latest === next ? undefined : latest))
  }
  const tag = (typed: string) => {
    const added = typed
      .split(',')
      .map((each) => each.trim())
      .filter((each) => each !== '' && each.length <= TAG_LIMITS.length)
    const more = [...new Set([...tags, ...added])].slice(0, TAG_LIMITS.count)
    if (more.length > tags.length) void saveTags(more)
  }
  const moment = (at: string) => momentText(at, ownTimeZone(), now)
  return (
    <BookingSection title={<Trans>Private notes</Trans>}>
      {booking.privateNotes.length > 0 && (
        <ul className="grid gap-3">
          {booking.privateNotes.map((note) => (
            <RemovableRow key={note.id} className="flex items-start gap-2">
              <div className="grid min-w-0 flex-1 gap-0.5">
                <p dir="auto" className="wrap-anywhere whitespace-pre-line">
                  {note.text}
                </p>
                <p className="text-sm text-text-muted">{moment(note.at)}</p>
              </div>
              {note.id.startsWith('nte_') && (
                <IconButton
                  label={t`Delete note: ${moment(note.at)}`}
                  title={t`Delete note`}
                  icon={<Trash2 size={16} />}
                  className="-me-2"
                  aria-disabled={act.busy}
                  onClick={() => void remove(note)}
                />
              )}
            </RemovableRow>
          ))}
        </ul>
      )}
      <form
        className="grid gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <TextAreaField
          label={t`Add a note`}
          hint={t`Only you can see this.`}
          rows={2}
          value={form.text}
          onChange={(event) => change({ text: event.target.value })}
          count={{ used: form.text.length, of: MAX_NOTE_LENGTH }}
          error={text.length > MAX_NOTE_LENGTH ? t`Use at most 2,000 characters.` : undefined}
        />
        <Button
          type="submit"
          size="sm"
          variant="secondary"
          busy={offline.isSending('note')}
          className="justify-self-start"
        >
          <Trans>Save note</Trans>
        </Button>
      </form>
      <TagField
        label={t`Tags`}
        optional
        items={tags}
        maxLength={TAG_LIMITS.length}
        onAdd={tag}
        onRemove={(removed) => void saveTags(tags.filter((each) => each !== removed))}
      />
      {act.error && <FieldError alert>{errorText(act.error, t`That didn't work. Try again.`)}</FieldError>}
      {booking.contactAttempts.length > 0 && (
        <div className="text-sm text-text-muted">
          <p>
            <Trans>Contact attempts:</Trans>
          </p>
          <ul>
            {booking.contactAttempts.map(({ id, method, at }) => {
              const [way, when] = [contactMethodLabel(method), moment(at)]
              return <li key={id}>{t`${way}, ${when}`}</li>
            })}
          </ul>
        </div>
      )}
    </BookingSection>
  )
}
