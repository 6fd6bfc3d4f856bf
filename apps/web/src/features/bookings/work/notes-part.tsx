import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { momentText, ownTimeZone } from '../../../lib/dates.ts'
import { Button } from '../../../ui/button.tsx'
import { TextAreaField } from '../../../ui/field.tsx'
import { Part } from '../part.tsx'
import { useDraft } from '../use-act.ts'
import type { WorkProps } from './open.ts'

const MOST = 2000

/** What only the provider reads, and what was tried to reach the customer. */
export function NotesPart({ booking, field, now }: WorkProps) {
  const { form, change, done } = useDraft(`note:${booking.id}`, { text: '' })
  const text = form.text.trim()
  const save = async () => {
    if (text === '' || text.length > MOST) return
    if (await field.run('note', { text })) {
      change({ text: '' })
      done()
    }
  }
  const moment = (at: string) => momentText(at, ownTimeZone(), now)
  return (
    <Part title={<Trans>Private notes</Trans>}>
      {booking.privateNotes.length > 0 && (
        <ul className="grid gap-3">
          {booking.privateNotes.map(({ id, text: note, at }) => (
            <li key={id} className="grid gap-0.5">
              <p className="whitespace-pre-line">{note}</p>
              <p className="text-sm text-text-muted">{moment(at)}</p>
            </li>
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
          hint={t`Only you see this.`}
          rows={2}
          value={form.text}
          onChange={(event) => change({ text: event.target.value })}
          count={{ used: form.text.length, of: MOST }}
        />
        <Button type="submit" size="sm" variant="secondary" busy={field.busy === 'note'} className="justify-self-start">
          <Trans>Save the note</Trans>
        </Button>
      </form>
      {booking.contactAttempts.length > 0 && (
        <p className="text-sm text-text-muted">
          <Trans>Tried to reach the customer:</Trans> {booking.contactAttempts.map(({ at }) => moment(at)).join(' · ')}
        </p>
      )}
    </Part>
  )
}
