import { isEmptyText } from '@fettle/protocol/chat/messages/text'
import { useQuery } from '@tanstack/react-query'
import { msg, t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { Clock } from 'lucide-react'
import { useState } from 'react'
import { foreignClock, momentText, momentWithin, ownTimeZone } from '../../../../lib/format/dates.ts'
import { useNow } from '../../../../lib/browser/now.ts'
import { replyFactsOf } from '../../../../shared/quick-replies/api.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import { menuItemClass } from '../../../../ui/overlays/menu.tsx'
import { plainText } from '../../../../lib/format/markup.ts'
import { chatToast } from '../../alerts/chat-toast.ts'
import type { AddPanelProps } from '../tools/tools.types.ts'
import { customerOf } from '../customer.ts'
import { presetTimes, readField, toField } from './schedule-times.ts'
import { WhenField, whyNotWhen, type When } from './when-field.tsx'

const names = {
  hour: msg`In an hour`,
  evening: msg`This evening`,
  morning: msg`Tomorrow morning`,
  monday: msg`On Monday`,
}

/** Schedules the message, at a preset or a custom time. */
export default function SchedulePanel({ tools, onClose }: AddPanelProps) {
  const text = tools.writing.getSnapshot().trim()
  const hasWords = !isEmptyText(text) || tools.files().uploads.length > 0
  return (
    <Dialog
      open
      onClose={onClose}
      title={<Trans>Send later</Trans>}
      description={hasWords && <span className="line-clamp-2">{plainText(text)}</span>}
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
  const own = ownTimeZone()
  const [when, setWhen] = useState<When>(() => ({
    value: toField(presetTimes(now, own).at(-1)?.at ?? now, own),
    timeZone: own,
  }))
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const say = (at: Date) => momentText(at, when.timeZone, now)

  const plan = async (at: Date) => {
    setBusy(true)
    try {
      await tools.sendLater(at.toISOString())
      onClose()
      const moment = momentWithin(at, when.timeZone, now)
      chatToast.success(t`Scheduled for ${moment}`)
    } catch (error) {
      // The text stays in the field.
      chatToast.failed(t`Could not schedule the message`, error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="grid gap-4">
      <ul className="-mx-3 grid">
        {presetTimes(now, when.timeZone).map(({ name, at }) => (
          <li key={name}>
            <button type="button" className={menuItemClass} disabled={busy} onClick={() => void plan(at)}>
              <Clock size={18} aria-hidden="true" />
              <span className="flex-1">{_(names[name])}</span>
              <span className="text-end text-sm text-text-muted tabular-nums">
                {say(at)}
                {foreignClock(at, when.timeZone) && <span className="block">{foreignClock(at, when.timeZone)}</span>}
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
          const why = whyNotWhen(when, new Date())
          setProblem(why)
          const at = readField(when.value, when.timeZone, new Date())
          if (at instanceof Date) void plan(at)
        }}
      >
        <WhenField when={when} onChange={setWhen} theirZone={theirZone} now={now} error={problem} />
        <Button type="submit" busy={busy}>
          <Trans>Schedule</Trans>
        </Button>
      </form>
    </div>
  )
}
