import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Copy, Share2 } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { controlClass } from '../../ui/forms/field.tsx'
import { toast } from '../../ui/feedback/toast.ts'

/** Link with buttons to share it, where supported, and to copy it. */
export function ShareLink({ link, text }: { link: string; text: string }) {
  const canShare = typeof navigator.share === 'function'

  async function copy() {
    try {
      await navigator.clipboard.writeText(link)
      toast.success(t`Link copied`, { id: 'share' })
    } catch {
      toast.error(t`Your browser blocked copying. Select the link and copy it yourself.`, { id: 'share' })
    }
  }

  async function share() {
    try {
      await navigator.share({ text, url: link })
    } catch (error) {
      // Cancelled by the user.
      if (!(error instanceof DOMException && error.name === 'AbortError')) await copy()
    }
  }

  return (
    <div className="grid gap-3">
      <input
        readOnly
        dir="ltr"
        value={link}
        aria-label={t`Your link`}
        onFocus={(event) => event.currentTarget.select()}
        className={controlClass('text-text-muted')}
      />
      <div className="flex flex-wrap gap-3">
        {canShare && (
          <Button variant="secondary" icon={<Share2 size={20} aria-hidden="true" />} onClick={() => void share()}>
            <Trans>Share</Trans>
          </Button>
        )}
        <Button variant="secondary" icon={<Copy size={20} aria-hidden="true" />} onClick={() => void copy()}>
          <Trans>Copy link</Trans>
        </Button>
      </div>
    </div>
  )
}
