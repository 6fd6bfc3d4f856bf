import type { ReviewSummary } from '@fettle/protocol/reviews'
import { reviewAspects } from '@fettle/protocol/reviews/constants'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { formatter } from '../../lib/format/dates.ts'
import { Stars } from '../../shared/reviews/stars.tsx'
import { aspectLabel, starsText } from '../../shared/reviews/labels.ts'
import { Card } from '../../ui/layout/card.tsx'
import { shareOf } from './model.ts'

const tenths = (value: number) => formatter().number(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** Summary of all reviews: average, distribution and aspects. */
export function Summary({ summary }: { summary: ReviewSummary }) {
  const { average, count, distribution, aspects } = summary
  const highestCount = Math.max(...distribution)
  const ratedAspects = reviewAspects.filter((aspect) => aspects[aspect] !== null)
  return (
    <Card className="grid grid-cols-1 gap-6 p-5 sm:grid-cols-[auto_minmax(0,1fr)] lg:grid-cols-[auto_minmax(0,1fr)_minmax(0,1fr)]">
      <div className="grid content-center justify-items-center gap-1">
        <p className="text-3xl font-semibold tracking-tight tabular-nums">{average === null ? '–' : tenths(average)}</p>
        <Stars value={average ?? 0} />
        <p className="text-sm text-text-muted">
          <Plural value={count} one="# review" other="# reviews" />
        </p>
      </div>
      <ul className="grid grid-cols-1 content-center" aria-label={t`Reviews by stars`}>
        {distribution.map((number, index) => {
          const stars = 5 - index
          return (
            <li key={stars} className="flex min-h-8 items-center gap-3 text-sm">
              <span className="w-14 shrink-0 whitespace-nowrap">{starsText(stars)}</span>
              <span aria-hidden="true" className="h-2 flex-1 overflow-hidden rounded-full bg-surface-sunken">
                <span
                  className="block h-full rounded-full bg-accent"
                  style={{ width: `${shareOf(number, highestCount)}%` }}
                />
              </span>
              <span className="min-w-8 shrink-0 text-end tabular-nums">{number}</span>
            </li>
          )
        })}
      </ul>
      {ratedAspects.length > 0 && (
        <dl className="grid content-center gap-2 sm:col-span-2 lg:col-span-1">
          {ratedAspects.map((aspect) => {
            const value = aspects[aspect] ?? 0
            return (
              <div key={aspect} className="flex flex-wrap items-center justify-between gap-x-4 text-sm">
                <dt>{aspectLabel(aspect)}</dt>
                <dd className="flex items-center gap-2 font-semibold tabular-nums">
                  <Stars value={value} size={14} />
                  {tenths(value)}
                </dd>
              </div>
            )
          })}
        </dl>
      )}
      {ratedAspects.length === 0 && (
        <p className="text-sm text-text-muted sm:col-span-2 lg:col-span-1">
          <Trans>No detailed ratings yet.</Trans>
        </p>
      )}
    </Card>
  )
}
