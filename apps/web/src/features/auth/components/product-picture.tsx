import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Mark, TickGlyph } from '../../../ui/icons/glyphs.tsx'

/** The product on a phone, drawn with its own colours and words, so that it follows theme and language. */
export const ProductPicture = () => (
  <div
    role="img"
    aria-label={t`Fettle on a phone: the job in progress, and what comes next.`}
    // Only where the whole of it fits.
    className="w-80 [@media(max-height:52rem)]:hidden"
  >
    <div className="grid gap-3 rounded-t-[2.5rem] border-x-8 border-t-8 border-text bg-surface px-4 pt-5 pb-8 text-sm">
      <p className="flex items-center gap-2 font-semibold">
        <Mark className="size-6" />
        Fettle
      </p>
      <div className="grid gap-1 rounded-card border border-line bg-surface-raised p-4 shadow-raised">
        <p className="flex items-center justify-between text-xs font-semibold text-info">
          <span className="rounded-full bg-info-soft px-2 py-0.5">
            <Trans>In progress</Trans>
          </span>
          <span className="tabular-nums">0:42</span>
        </p>
        <p className="pt-1 text-base font-semibold">
          <Trans>Replace the kitchen tap</Trans>
        </p>
        <p className="text-text-muted">
          <Trans>Amara · Surulere</Trans>
        </p>
        <p className="mt-2 rounded-control bg-accent py-2 text-center font-semibold text-on-accent">
          <Trans>Complete</Trans>
        </p>
      </div>
      <Row time="13:00" title={<Trans>Blocked drain</Trans>} />
      <Row time="15:30" title={<Trans>New water heater</Trans>} />
      <p className="flex items-center gap-1.5 justify-self-end rounded-card bg-accent-soft px-3 py-2">
        <Trans>On my way, 10 minutes!</Trans>
        <TickGlyph className="size-4 text-success" />
      </p>
      <Row time="17:00" title={<Trans>Leak under the sink</Trans>} />
    </div>
  </div>
)

const Row = ({ time, title }: { time: string; title: ReactNode }) => (
  <p className="flex items-center gap-3 rounded-card border border-line bg-surface-raised px-4 py-3">
    <span className="text-text-muted tabular-nums">{time}</span>
    <span className="min-w-0 flex-1 truncate font-medium">{title}</span>
  </p>
)
