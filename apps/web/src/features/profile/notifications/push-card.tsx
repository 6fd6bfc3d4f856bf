import { getPushAccess } from '@fettle/protocol/notifications/calls'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { pushState, turnPushOff, turnPushOn, type PushState } from '../../../lib/browser/push.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { queryOf } from '../../../lib/http/query.ts'
import { LoadError } from '../../../shared/errors/load-error.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { toast } from '../../../ui/feedback/toast.ts'

const stateQuery = { queryKey: ['device', 'push'], queryFn: pushState, staleTime: 0 }

/** Push messages on this device. Shown only where the server sends push. */
export function PushCard() {
  const client = useQueryClient()
  const access = useQuery(queryOf(getPushAccess, {}))
  const device = useQuery(stateQuery)
  const state = device.data
  const turn = useMutation({
    mutationFn: (change: () => Promise<PushState>) => change(),
    onSuccess: (changed) => {
      client.setQueryData(stateQuery.queryKey, changed)
      // The browser may have refused it.
      if (changed !== state && (changed === 'on' || changed === 'off')) toast.success(t`Saved`, { id: 'push' })
    },
    onError: (error) => {
      const body = errorText(error, t`We couldn't reach your browser's notification service. Try again.`)
      toast.error(t`Couldn't change that`, { id: 'push', body })
    },
  })
  const failed = [access, device].find(({ isError, data }) => isError && data === undefined)
  if (failed) {
    return (
      <Card className="grid gap-4 p-5 md:p-6">
        <h2 className="text-lg font-semibold">
          <Trans>This device</Trans>
        </h2>
        <LoadError query={failed} />
      </Card>
    )
  }
  const publicKey = access.data?.publicKey
  if (!publicKey || !state) return null
  return (
    <Card className="grid gap-4 p-5 md:p-6">
      <div className="grid gap-1">
        <h2 className="text-lg font-semibold">
          <Trans>This device</Trans>
        </h2>
        <p className="text-text-muted">{stateText(state)}</p>
      </div>
      {(state === 'on' || state === 'off') && (
        <Button
          className="justify-self-start"
          variant={state === 'on' ? 'secondary' : 'primary'}
          busy={turn.isPending}
          onClick={() => turn.mutate(state === 'on' ? turnPushOff : () => turnPushOn(publicKey))}
        >
          {state === 'on' ? <Trans>Turn off notifications</Trans> : <Trans>Turn on notifications</Trans>}
        </Button>
      )}
    </Card>
  )
}

function stateText(state: PushState) {
  switch (state) {
    case 'on':
      return (
        <Trans>
          You get the notifications you chose above on this device, even when Fettle is closed, except in quiet hours.
        </Trans>
      )
    case 'off':
      return <Trans>Get requests and changes here even when Fettle is closed.</Trans>
    case 'blocked':
      return <Trans>Notifications are blocked. Allow them in your browser settings.</Trans>
    default:
      return (
        <Trans>
          This browser can't show notifications while Fettle is closed. On an iPhone, add Fettle to your home screen and
          open it from there.
        </Trans>
      )
  }
}
