import { t } from '@lingui/core/macro'
import { Avatar } from '../../ui/avatar.tsx'
import type { Column } from '../../ui/layout/data-list.tsx'

interface CustomerRow {
  customer: { name: string; avatar: string | null }
  city: string | null
}

/** Table column with a customer's picture, name and city. */
export const customerColumn = <Row extends CustomerRow>(): Column<Row> => ({
  name: 'customer',
  header: t`Customer`,
  sort: 'customer',
  // Tables don't count the least width of the name.
  className: 'min-[88rem]:min-w-41',
  cell: ({ customer: { name, avatar }, city }) => (
    <span className="flex items-center gap-3">
      <Avatar name={name} src={avatar} size="sm" />
      <span className="grid">
        <span dir="auto" className="max-w-44 max-[88rem]:truncate min-[88rem]:line-clamp-2 min-[88rem]:min-w-24">
          {name}
        </span>
        {city && (
          <span dir="auto" className="max-w-44 truncate text-xs text-text-muted">
            {city}
          </span>
        )}
      </span>
    </span>
  ),
})
