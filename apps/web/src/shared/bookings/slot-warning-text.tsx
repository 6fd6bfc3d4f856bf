import type { SlotWarning } from '@fettle/protocol/availability/availability'
import { Link } from 'react-router'
import { paths } from '../../routing/paths.ts'

/** A warning about a slot; one about a neighbouring job is a link to it. */
export const SlotWarningText = ({ message, bookingId }: Pick<SlotWarning, 'message' | 'bookingId'>) =>
  bookingId === null ? (
    message
  ) : (
    <Link dir="auto" to={paths.booking(bookingId)} className="underline">
      {message}
    </Link>
  )
