import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { Clock, TriangleAlert } from 'lucide-react'
import { memo, useState } from 'react'
import { momentWithin, ownTimeZone } from '../../../../lib/format/dates.ts'
import { useNow } from '../../../../lib/browser/now.ts'
import { plainText } from '../../../../lib/format/markup.ts'
import { useScheduled } from './scheduled.ts'
import ScheduledList from './scheduled-list.tsx'

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
                <Trans>Could not be sent</Trans>
              ) : (
                <Trans>Scheduled for {momentWithin(shown.sendAt, ownTimeZone(), now)}</Trans>
              )}
            </span>
            <span className="block truncate text-text-muted">{plainText(shown.text) || t`Files`}</span>
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
