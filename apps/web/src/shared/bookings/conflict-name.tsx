import type { SlotConflict } from '@fettle/protocol/availability/availability'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { paths } from '../../routing/paths.ts'

export type NamedConflict = Pick<SlotConflict, 'kind' | 'id' | 'title' | 'customerName' | 'bookingId'>

/** Address of a conflicting record; undefined for those without a page. */
const pathOf = ({ kind, id, bookingId }: NamedConflict): string | undefined => {
  if (bookingId !== null) return paths.booking(bookingId)
  if (kind === 'OFFER') return paths.offer(id)
  return kind === 'SERIES' ? paths.series(id) : undefined
}

const titleOf = ({ kind, title }: NamedConflict): string => title || (kind === 'TIME_OFF' ? t`Time off` : t`Busy`)

/** Names a conflicting record by title and customer, with a link. */
export function ConflictName({ conflict }: { conflict: NamedConflict }) {
  const { customerName } = conflict
  const title = titleOf(conflict)
  const path = pathOf(conflict)
  const name =
    customerName === null ? (
      <bdi>{title}</bdi>
    ) : (
      <Trans>
        <bdi>{title}</bdi>, <bdi>{customerName}</bdi>
      </Trans>
    )
  return path === undefined ? (
    name
  ) : (
    <Link dir="auto" to={path} className="underline">
      {name}
    </Link>
  )
}
