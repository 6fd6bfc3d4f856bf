import { plural, t } from '@lingui/core/macro'
import { listShared, sharePath } from '../../../lib/offline/shared-photos.ts'
import { toast } from '../../../ui/toast.ts'

/** Photos that another app has handed over and nobody has placed yet, such as before a login, are not forgotten. */
export async function notifyUnplacedPhotos(user: string, open: (path: string) => void): Promise<void> {
  const waiting = (await listShared()).filter((photo) => photo.user === undefined || photo.user === user)
  if (waiting.length === 0 || new URLSearchParams(location.search).has('share')) return
  const count = waiting.length
  toast.info(plural(count, { one: '# photo waits for its place', other: '# photos wait for their place' }), {
    id: 'shared',
    body: t`They came to Fettle from another app.`,
    action: { label: t`Choose where`, run: () => open(sharePath) },
  })
}
