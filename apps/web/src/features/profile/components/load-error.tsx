import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { errorText } from '../../../lib/http/error-text.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Button } from '../../../ui/button.tsx'

/** Error state of a part of the screen, with retry. */
export function LoadError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Banner
      tone="danger"
      action={
        <Button variant="secondary" size="sm" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      {errorText(error, t`This could not be loaded.`)}
    </Banner>
  )
}
