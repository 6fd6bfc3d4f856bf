import type { ScheduledMessage } from '@fettle/protocol/chat/messages/scheduled'
import { chatLimits } from '@fettle/protocol/chat/core/limits'
import { countCharacters, isEmptyText } from '@fettle/protocol/chat/messages/text'
import { t } from '@lingui/core/macro'
import { Trans, Plural } from '@lingui/react/macro'
import { Clock, SendHorizontal, SquarePen, Trash2, TriangleAlert } from 'lucide-react'
import { memo, useLayoutEffect, useRef, useState } from 'react'
import clsx from 'clsx'
import { momentText, ownTimeZone, momentWithin } from '../../../../lib/format/dates.ts'
import { toDateTimeField } from '../../../../lib/format/wall-time.ts'
import { useNow } from '../../../../lib/browser/now.ts'
import { useDraft } from '../../../../lib/forms/use-form-draft.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import { Field, controlClass } from '../../../../ui/forms/field.tsx'
import { MessageText } from '../../message/text/message-text.tsx'
import { chatToast } from '../../alerts/chat-toast.ts'
import { failureText } from '../../chat-texts.ts'
import { useSettling } from '../../../../ui/use-settling.ts'
import { scheduled, useScheduled } from './scheduled-messages.ts'
import { SendTimeField } from './send-time-field.tsx'
import { readSendTime, type TypedTime } from './send-time.ts'
import { plainText } from '../../../../lib/format/markup.ts'
import { focusAround } from '../../../../ui/layout/focus-around.ts'
import { RemovableRow } from '../../../../ui/layout/removable-row.tsx'

interface ScheduledListProps {
  waiting: readonly ScheduledMessage[]
  onClose: () => void
}

/** Scheduled messages, each to edit, send now or cancel. */
function ScheduledList({ waiting, onClose }: ScheduledListProps) {
  return (
    <Dialog onClose={onClose} title={<Trans>Scheduled messages</Trans>}>
      {waiting.length === 0 ? (
        <p className="text-text-muted">
          <Trans>No scheduled messages</Trans>
        </p>
      ) : (
        <ul className="grid gap-3">
          {waiting.map((message) => (
            <ScheduledItem key={message.messageId} message={message} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

/** Runs an action and shows a toast when it fails. */
function useScheduledAction(): { busy: boolean; run: (work: Promise<void>, done: string) => Promise<boolean> } {
  const [busy, setBusy] = useState(false)
  return {
    busy,
    async run(work, done) {
      setBusy(true)
      try {
        await work
        chatToast.success(done)
        return true
      } catch (error) {
        chatToast.failed(t`Couldn't change the message`, error)
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}

function ScheduledItem({ message }: { message: ScheduledMessage }) {
  const { messageId, text, sendAt, state, problem, reason } = message
  const now = useNow()
  const when = momentText(sendAt, ownTimeZone(), now)
  const { busy, run } = useScheduledAction()
  const [editing, setEditing] = useState(false)
  const [isConfirming, setIsConfirming] = useState(false)
  const isSettling = useSettling(String(isConfirming))
  return (
    <RemovableRow className="grid gap-2 rounded-card border border-line p-3">
      <p className="flex items-center gap-2 text-sm text-text-muted">
        <Clock size={16} aria-hidden="true" />
        {when}
      </p>
      {state === 'failed' && (
        <p className="text-sm font-medium text-danger">
          <Trans>Not sent:</Trans> {reason && problem ? failureText({ reason, message: problem }) : problem}
        </p>
      )}
      {editing ? (
        <EditScheduled message={message} onClose={() => setEditing(false)} />
      ) : (
        <>
          <div className="wrap-anywhere">
            <MessageText text={text} />
          </div>
          <div className="flex flex-wrap gap-2">
            <Button
              size="sm"
              variant="secondary"
              busy={busy}
              icon={<SendHorizontal size={16} aria-hidden="true" className="rtl:rotate-180" />}
              aria-label={t`Send now: ${when}`}
              onClick={() => void run(scheduled.update({ messageId, now: true }), t`Sent`)}
            >
              <Trans>Send now</Trans>
            </Button>
            <Button
              size="sm"
              variant="quiet"
              icon={<SquarePen size={16} aria-hidden="true" />}
              aria-label={t`Change: ${when}`}
              onClick={() => setEditing(true)}
            >
              <Trans>Change</Trans>
            </Button>
            {isConfirming ? (
              <Button
                size="sm"
                variant="danger"
                busy={busy}
                className={isSettling ? 'pointer-events-none' : ''}
                onClick={() => void run(scheduled.remove(messageId), t`Message cancelled`)}
              >
                <Trans>Yes, don't send it</Trans>
              </Button>
            ) : (
              <Button
                size="sm"
                variant="quiet"
                icon={<Trash2 size={16} aria-hidden="true" />}
                aria-label={t`Cancel message: ${when}`}
                onClick={() => setIsConfirming(true)}
              >
                <Trans>Cancel message</Trans>
              </Button>
            )}
          </div>
        </>
      )}
    </RemovableRow>
  )
}

/**
 * Reads when to send a scheduled message that was changed. A time that was not changed stays as it is: the field shows
 * neither seconds nor which of two equal times in autumn it is.
 */
function changedTime({ sendAt }: ScheduledMessage, typed: TypedTime, now: Date) {
  const at = new Date(sendAt)
  return typed.value === toDateTimeField(at, typed.timeZone) && at > now ? { at } : readSendTime(typed, now)
}

function EditScheduled({ message, onClose }: { message: ScheduledMessage; onClose: () => void }) {
  const { messageId } = message
  const now = useNow()
  const timeZone = ownTimeZone()
  const { busy, run } = useScheduledAction()
  const { form, change, clearDraft } = useDraft(`scheduled:${messageId}`, {
    text: message.text,
    typed: { value: toDateTimeField(message.sendAt, timeZone), timeZone },
  })
  const { text, typed } = form
  const [isSubmitted, setSubmitted] = useState(false)
  const used = countCharacters(text)
  // A scheduled message without text has files, so its text may stay empty.
  const wordsProblem =
    isEmptyText(text) && !isEmptyText(message.text)
      ? t`Write something.`
      : used > chatLimits.messageCharacters
        ? t`This message is too long.`
        : undefined

  const close = () => {
    clearDraft()
    onClose()
  }
  const save = async () => {
    setSubmitted(true)
    const { at } = changedTime(message, typed, new Date())
    if (wordsProblem || !at) return
    if (await run(scheduled.update({ messageId, text: text.trim(), sendAt: at.toISOString() }), t`Changed`)) close()
  }
  const element = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    const shown = element.current
    shown?.querySelector('textarea')?.focus()
    return () => focusAround(shown)
  }, [])

  return (
    <form
      ref={element}
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Field
        label={<Trans>Message</Trans>}
        error={isSubmitted ? wordsProblem : undefined}
        count={{ used, of: chatLimits.messageCharacters }}
      >
        {(aria) => (
          <textarea
            {...aria}
            rows={3}
            value={text}
            onChange={({ target }) => change({ text: target.value })}
            className={controlClass('field-sizing-content max-h-60')}
          />
        )}
      </Field>
      <SendTimeField
        typed={typed}
        onChange={(next) => change({ typed: next })}
        theirZone={undefined}
        now={now}
        error={isSubmitted ? changedTime(message, typed, now).problem : undefined}
      />
      <div className="flex gap-2">
        <Button type="submit" size="sm" busy={busy}>
          <Trans>Save</Trans>
        </Button>
        <Button size="sm" variant="quiet" onClick={close}>
          <Trans>Discard changes</Trans>
        </Button>
      </div>
    </form>
  )
}

/** Scheduled messages of this conversation: the next one, the count, and a link to all. */
export const ScheduledBar = memo(function ScheduledBar({ cid, connected }: { cid: string; connected: boolean }) {
  const waiting = useScheduled(cid, connected)
  const now = useNow()
  const [open, setOpen] = useState(false)
  const failed = waiting.find(({ state }) => state === 'failed')
  const shown = failed ?? waiting[0]
  const more = waiting.length - 1
  return (
    <>
      {shown && (
        <button
          type="button"
          onClick={() => setOpen(true)}
          className={clsx(
            'mb-2 flex min-h-11 w-full items-center gap-2.5 rounded-sheet border border-dashed px-3 py-1 text-start text-sm hover:bg-surface-hover',
            failed ? 'border-danger' : 'border-line-strong',
          )}
        >
          {failed ? (
            <TriangleAlert size={18} aria-hidden="true" className="shrink-0 text-danger" />
          ) : (
            <Clock size={18} aria-hidden="true" className="shrink-0 text-text-muted" />
          )}
          <span className="min-w-0 flex-1">
            <span className={clsx('block font-semibold', failed && 'text-danger')}>
              {failed ? (
                <Trans>Not sent</Trans>
              ) : (
                <Trans>Scheduled for {momentWithin(shown.sendAt, ownTimeZone(), now)}</Trans>
              )}
            </span>
            <span dir="auto" className="block truncate text-text-muted">
              {plainText(shown.text) || t`Files`}
            </span>
          </span>
          {more > 0 && (
            <span className="shrink-0 text-text-muted">
              <Plural value={more} one="# more" other="# more" />
            </span>
          )}
        </button>
      )}
      {open && <ScheduledList waiting={waiting} onClose={() => setOpen(false)} />}
    </>
  )
})
