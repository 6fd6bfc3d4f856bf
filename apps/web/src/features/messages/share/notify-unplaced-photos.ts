import { plural, t } from '@lingui/core/macro'
import { listShared, sharePath } from '../../../lib/offline/shared-photos.ts'
import { toast } from '../../../ui/feedback/toast.ts'

/** Reminds of photos shared from another app that have no destination yet, for example after a login. */
export async function notifyUnplacedPhotos(user: string, open: (path: string) => void): Promise<void> {
  const waiting = (await listShared()).filter((photo) => photo.user === undefined || photo.user === user)
  if (waiting.length === 0 || new URLSearchParams(location.search).has('share')) return
  const count = waiting.length
  toast.info(plural(count, { one: '# photo needs a job or customer', other: '# photos need a job or customer' }), {
    id: 'shared',
    body: t`Shared from another app.`,
    action: { label: t`Choose where`, run: () => open(sharePath) },
  })
}
