import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, type ReactNode } from 'react'
import { paths } from '../../../app/paths.ts'
import { showFlash } from '../../../lib/flash.ts'
import { useTitle } from '../../../lib/title.ts'
import { Mark, TickGlyph } from '../../../ui/glyphs.tsx'

export interface AuthPageProps {
  title: string
  /** Under the heading. */
  intro?: ReactNode
  children: ReactNode
  /** The way to another page, at the bottom. */
  footer?: ReactNode
}

/** The outline of every sign-in page: the form at one side, and on a desk what the product is for at the other. */
export function AuthPage({ title, intro, children, footer }: AuthPageProps) {
  useTitle(title)
  useEffect(showFlash, [])
  return (
    <div className="grid min-h-dvh lg:grid-cols-2">
      <div className="flex flex-col px-5 pt-5 pb-8 sm:px-10">
        <header>
          <a
            href={paths.login}
            className="inline-flex min-h-11 items-center gap-2.5 rounded-control text-lg font-semibold tracking-tight"
          >
            <Mark className="size-8" />
            Fettle
          </a>
        </header>
        <main className="mx-auto flex w-full max-w-sm flex-1 flex-col justify-center gap-6 py-8 max-sm:justify-start">
          <div className="grid gap-2">
            <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
            {intro && <p className="text-text-muted">{intro}</p>}
          </div>
          {children}
          {footer && <p className="text-text-muted">{footer}</p>}
        </main>
      </div>
      <Pitch />
    </div>
  )
}

function Pitch() {
  const points = [
    t`See today’s jobs and what to do next`,
    t`Send offers and sign contracts on site`,
    t`Answer customers without giving out your number`,
  ]
  return (
    <aside className="hidden border-s border-line bg-surface-sunken px-16 lg:grid lg:content-center">
      <div className="grid max-w-md gap-8">
        <p className="text-3xl font-bold tracking-tight text-balance">
          <Trans>The office side of your trade, in good order.</Trans>
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
    </aside>
  )
}

/** A link in a sentence. */
export const TextLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a
    href={href}
    className="inline-flex min-h-6 items-center font-semibold text-accent-text underline underline-offset-4"
  >
    {children}
  </a>
)
