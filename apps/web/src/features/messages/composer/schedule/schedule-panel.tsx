import { isEmptyText } from '@fettle/protocol/chat/messages/text'
import { msg, t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Clock } from 'lucide-react'
import { useState } from 'react'
import { useNow } from '../../../../lib/browser/now.ts'
import { foreignClock, momentText, momentWithin, ownTimeZone } from '../../../../lib/format/dates.ts'
import { plainText } from '../../../../lib/format/markup.ts'
import { toDateTimeField } from '../../../../lib/format/wall-time.ts'
import { LoadErrorNote } from '../../../../shared/errors/load-error-note.tsx'
import { replyFactsOf } from '../../../../shared/quick-replies/api.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import { menuItemClass } from '../../../../ui/overlays/menu.tsx'
import { chatToast } from '../../alerts/chat-toast.ts'
import { type AddPanelProps, customerOf } from '../composer-tools.ts'
import { SendTimeField } from './send-time-field.tsx'
import { presetTimes, readSendTime, type TypedTime } from './send-time.ts'

const names = {
  hour: msg`In an hour`,
  evening: msg`This evening`,
  morning: msg`Tomorrow morning`,
  monday: msg`On Monday`,
}

/** Schedules the message, at a preset or a custom time. */
export function SchedulePanel({ tools, onClose }: AddPanelProps) {
  const text = tools.composerText.getSnapshot().trim()
  const hasWords = !isEmptyText(text) || tools.files().uploads.length > 0
  return (
    <Dialog
      onClose={onClose}
      title={<Trans>Send later</Trans>}
      description={
        hasWords && (
          <span dir="auto" className="line-clamp-2">
            {plainText(text)}
          </span>
        )
      }
    >
      {hasWords ? (
        <Choices tools={tools} onClose={onClose} />
      ) : (
        <div className="grid justify-items-start gap-4">
          <p className="text-text-muted">
            <Trans>Write your message first, then choose when to send it.</Trans>
          </p>
          <Button
            onClick={() => {
              onClose()
              tools.focus()
            }}
          >
            <Trans>Write it</Trans>
          </Button>
        </div>
      )}
    </Dialog>
  )
}

function Choices({ tools, onClose }: Pick<AddPanelProps, 'tools' | 'onClose'>) {
  const { _ } = useLingui()
  const now = useNow()
  const customerId = customerOf(tools)
  const facts = useQuery({ ...replyFactsOf(customerId ?? ''), enabled: customerId !== undefined })
  const theirZone = facts.data?.booking?.timeZone
  const ownZone = ownTimeZone()
  const [typed, setTyped] = useState<TypedTime>(() => ({
    value: toDateTimeField(presetTimes(now, ownZone).at(-1)?.at ?? now, ownZone),
    timeZone: ownZone,
  }))
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const formatTime = (at: Date) => momentText(at, typed.timeZone, now)

  const plan = async (at: Date) => {
    setBusy(true)
    try {
      if (!(await tools.sendLater(at.toISOString()))) return
      onClose()
      const moment = momentWithin(at, typed.timeZone, now)
      chatToast.success(t`Scheduled for ${moment}`)
    } catch (error) {
      // The text stays in the field.
      chatToast.failed(t`Couldn't schedule the message`, error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="grid gap-4">
      <ul className="-mx-3 grid">
        {presetTimes(now, typed.timeZone).map(({ name, at }) => (
          <li key={name}>
            <button type="button" className={menuItemClass} disabled={busy} onClick={() => void plan(at)}>
              <Clock size={18} aria-hidden="true" />
              <span className="flex-1">{_(names[name])}</span>
              <span className="text-end text-sm text-text-muted tabular-nums">
                {formatTime(at)}
                {foreignClock(at, typed.timeZone) && <span className="block">{foreignClock(at, typed.timeZone)}</span>}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <form
        noValidate
        className="grid gap-3 border-t border-line pt-4"
        onSubmit={(event) => {
          event.preventDefault()
          const sendTime = readSendTime(typed, new Date())
          setProblem(sendTime.problem)
          if (sendTime.at) void plan(sendTime.at)
        }}
      >
        <SendTimeField typed={typed} onChange={setTyped} theirZone={theirZone} now={now} error={problem} />
        {!facts.data && facts.isError && (
          <LoadErrorNote query={facts}>
            <Trans>We couldn't load the customer's time zone.</Trans>
          </LoadErrorNote>
        )}
        <Button type="submit" busy={busy}>
          <Trans>Schedule</Trans>
        </Button>
      </form>
    </div>
  )
}
