import type { SlotConflict } from '@fettle/protocol/availability/availability'
import { Link } from 'react-router'
import { paths } from '../routing/paths.ts'

export type NamedConflict = Pick<SlotConflict, 'kind' | 'id' | 'title' | 'customerName' | 'bookingId'>

/** Where to look at what takes the time; undefined for what has no page of its own. */
const pathOf = ({ kind, id, bookingId }: NamedConflict): string | undefined => {
  if (bookingId !== null) return paths.booking(bookingId)
  if (kind === 'OFFER') return paths.offer(id)
  return kind === 'SERIES' ? paths.series(id) : undefined
}

/** What takes the time, by what is done and for whom, with a link to it. */
export function ConflictName({ conflict }: { conflict: NamedConflict }) {
  const { title, customerName } = conflict
  const path = pathOf(conflict)
  const name = (
    <>
      <bdi>{title}</bdi>
      {customerName !== null && (
        <>
          {', '}
          <bdi>{customerName}</bdi>
        </>
      )}
    </>
  )
  return path === undefined ? (
    name
  ) : (
    <Link dir="auto" to={path} className="underline">
      {name}
    </Link>
  )
}
