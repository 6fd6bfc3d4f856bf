import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { TickGlyph } from '../../../ui/icons/glyphs.tsx'
import { ProductPicture } from './product-picture.tsx'

/** Product description, shown beside the form where there is room. */
export function Pitch() {
  const points = [
    t`See today's jobs and what to do next`,
    t`Send offers and sign contracts on site`,
    t`Answer customers without giving out your number`,
  ]
  return (
    <div className="flex h-full flex-col justify-between gap-10 pt-24">
      <div className="grid max-w-md gap-8">
        <p className="text-3xl font-bold tracking-tight text-balance">
          <Trans>Run your trade from your phone.</Trans>
        </p>
        <ul className="grid gap-4 text-lg">
          {points.map((point) => (
            <li key={point} className="flex gap-3">
              <TickGlyph className="mt-0.5 shrink-0 text-accent-text" />
              {point}
            </li>
          ))}
        </ul>
      </div>
      <ProductPicture />
    </div>
  )
}
