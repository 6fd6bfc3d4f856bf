import { exportBookings } from '@fettle/protocol/bookings/calls'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Clock, Ellipsis, FileDown, ListChecks } from 'lucide-react'
import { useNavigate } from 'react-router'
import { paths } from '../../../routing/paths.ts'
import { download } from '../../../lib/http/download.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Menu, MenuItem } from '../../../ui/overlays/menu.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { searchText } from '../../../lib/format/search-text.ts'
import type { ListSearchParams } from './use-list-search-params.ts'

/** Menu of the bookings list. */
export function ListMenu({ listParams }: { listParams: ListSearchParams }) {
  const navigate = useNavigate()
  const { sort: _, ...chosen } = listParams.filter
  // Same filters and search as the list.
  const query = { ...chosen, q: searchText(listParams.q) }
  const save = () =>
    download(exportBookings, { query }, 'bookings.csv').catch((error: unknown) =>
      toast.error(errorText(error, t`We couldn't export the list.`)),
    )
  return (
    <Menu
      label={t`More`}
      trigger={(attributes) => <IconButton {...attributes} label={t`More`} icon={<Ellipsis size={22} />} />}
    >
      <MenuItem icon={<FileDown size={18} aria-hidden="true" />} onClick={() => void save()}>
        <Trans>Export this list (CSV)</Trans>
      </MenuItem>
      <MenuItem icon={<ListChecks size={18} aria-hidden="true" />} onClick={() => void navigate(paths.checklists)}>
        <Trans>Checklists</Trans>
      </MenuItem>
      <MenuItem
        icon={<Clock size={18} aria-hidden="true" />}
        onClick={() => void navigate(`${paths.profile}?tab=availability`)}
      >
        <Trans>Hours and time off</Trans>
      </MenuItem>
    </Menu>
  )
}
