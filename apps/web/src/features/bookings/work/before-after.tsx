import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { isRightToLeft } from '../../../lib/i18n/direction.ts'

/** Compares two photos with a slider, by touch, mouse or arrow keys. */
export function BeforeAfter({ before, after }: { before: string; after: string }) {
  const [at, setAt] = useState(50)
  const hidden = `${100 - at}%`
  return (
    <div className="grid gap-2">
      <div className="relative aspect-video overflow-hidden rounded-control bg-surface-sunken">
        <img src={after} alt={t`After`} className="absolute inset-0 size-full object-cover" />
        <img
          src={before}
          alt={t`Before`}
          className="absolute inset-0 size-full object-cover"
          // Like the slider, the picture begins at the start of the line.
          style={{ clipPath: isRightToLeft() ? `inset(0 0 0 ${hidden})` : `inset(0 ${hidden} 0 0)` }}
        />
        <span
          aria-hidden="true"
          className="absolute inset-y-0 w-0.5 bg-surface-raised"
          style={{ insetInlineStart: `${at}%` }}
        />
        <input
          type="range"
          min={0}
          max={100}
          value={at}
          aria-label={t`Before and after slider`}
          onChange={(event) => setAt(Number(event.target.value))}
          className="absolute inset-0 size-full cursor-pointer opacity-0 focus-visible:opacity-100"
        />
      </div>
      <div className="flex justify-between text-sm text-text-muted" aria-hidden="true">
        <span>
          <Trans>Before</Trans>
        </span>
        <span>
          <Trans>After</Trans>
        </span>
      </div>
    </div>
  )
}
