import { Trans } from '@lingui/react/macro'
import { Button } from '../../../ui/button.tsx'

/** Button below a list of the chat, while it has more. */
export const LoadMore = ({ hasMore, busy, onClick }: { hasMore: boolean; busy: boolean; onClick: () => void }) =>
  hasMore && (
    <div className="grid justify-items-center py-4">
      <Button variant="secondary" size="sm" busy={busy} onClick={onClick}>
        <Trans>Load more</Trans>
      </Button>
    </div>
  )
