import { Plural, Trans } from '@lingui/react/macro'
import { ChevronRight, MessagesSquare } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../routing/paths.ts'
import { Card } from '../../ui/layout/card.tsx'

/** Leads to the messages, with the number of unread ones once it is known. */
export function MessagesCard({ unread }: { unread: number | undefined }) {
  return (
    <Card className="transition-colors hover:bg-surface-hover">
      <Link to={paths.messages} className="flex min-h-18 items-center gap-4 rounded-card p-4">
        <span
          aria-hidden="true"
          className="grid size-11 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-text"
        >
          <MessagesSquare size={22} />
        </span>
        <span className="grid min-w-0 flex-1">
          <span className="font-semibold">
            <Trans>Messages</Trans>
          </span>
          <span className="min-h-lh text-sm text-text-muted">
            {unread === 0 && <Trans>No unread messages</Trans>}
            {unread !== undefined && unread > 0 && <Plural value={unread} one="# unread" other="# unread" />}
          </span>
        </span>
        <ChevronRight size={20} aria-hidden="true" className="shrink-0 text-text-muted rtl:rotate-180" />
      </Link>
    </Card>
  )
}
