import type { AffectedBooking } from '@fettle/protocol/availability/availability'
import { Plural, Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { paths } from '../../../routing/paths.ts'
import { slotText } from '../../../lib/format/dates.ts'
import { useNow } from '../../../lib/browser/now.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'

export type OnAffected = 'KEEP' | 'PROPOSE_NEW_TIMES'

/** Asks what to do with affected bookings before a change of hours or time off is saved. */
export function AffectedDialog(props: {
  bookings: readonly AffectedBooking[]
  timeZone: string
  /** The bookings are within time off instead of outside working hours. */
  isOff?: boolean
  busy: boolean
  onChoose: (choice: OnAffected) => void
  onClose: () => void
}) {
  const { bookings, timeZone, isOff, busy, onChoose, onClose } = props
  const now = useNow()
  return (
    <Dialog
      closable={!busy}
      onClose={onClose}
      title={
        isOff ? (
          <Plural
            value={bookings.length}
            one="# booking falls in this time off"
            other="# bookings fall in this time off"
          />
        ) : (
          <Plural
            value={bookings.length}
            one="# booking falls outside the new hours"
            other="# bookings fall outside the new hours"
          />
        )
      }
      description={<Trans>What would you like to do with them?</Trans>}
      footer={
        <>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            <Trans>Don't save</Trans>
          </Button>
          <Button variant="secondary" busy={busy} onClick={() => onChoose('KEEP')}>
            <Trans>Keep them</Trans>
          </Button>
          <Button busy={busy} onClick={() => onChoose('PROPOSE_NEW_TIMES')}>
            <Trans>Propose new times</Trans>
          </Button>
        </>
      }
    >
      <ul className="grid gap-3">
        {bookings.map(({ id, reference, title, customerName, startAt, endAt }) => (
          <li key={id}>
            <Link
              to={paths.booking(id)}
              className="grid gap-0.5 rounded-card border border-line bg-surface-raised p-4 hover:bg-surface-hover"
            >
              <span dir="auto" className="font-semibold">
                {title}
              </span>
              <span className="text-sm tabular-nums">{slotText({ startAt, endAt, timeZone }, now)}</span>
              <span className="text-sm text-text-muted">
                <bdi>{customerName}</bdi> · {reference}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
