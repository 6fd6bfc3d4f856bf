import clsx from 'clsx'
import type { ReactNode } from 'react'
import { AlertGlyph, InfoGlyph, TickGlyph } from '../icons/glyphs.tsx'

export type BannerTone = 'info' | 'success' | 'warning' | 'danger'

const tones: Record<BannerTone, string> = {
  info: 'bg-info-soft text-info',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
}

/** Persistent message within a page. Use `role="alert"` when it results from an action. */
export function Banner(props: {
  tone?: BannerTone
  title?: ReactNode
  children?: ReactNode
  action?: ReactNode
  alert?: boolean
  className?: string
}) {
  const { tone = 'info', title, children, action, alert, className } = props
  const Glyph = tone === 'info' ? InfoGlyph : tone === 'success' ? TickGlyph : AlertGlyph
  return (
    <div
      role={alert ? 'alert' : undefined}
      className={clsx('flex items-start gap-3 rounded-card p-4', tones[tone], className)}
    >
      <Glyph className="mt-0.5 shrink-0" />
      {/* The action wraps below the text. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-3">
        <div className="grid min-w-0 flex-1 basis-56 gap-1">
          {title && <p className="font-semibold">{title}</p>}
          {children && <div className="text-sm whitespace-pre-line text-text">{children}</div>}
        </div>
        {action}
      </div>
    </div>
  )
}
