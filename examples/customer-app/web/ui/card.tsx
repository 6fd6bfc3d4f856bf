import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

interface CardProps {
  title?: string
  /** Names and values below each other. Those without a value are left out. */
  facts?: readonly (readonly [string, string | null | undefined])[]
  children?: ReactNode
}

export function Card({ title, facts, children }: CardProps): ReactNode {
  return (
    <section className="rounded-2xl border border-line bg-surface p-4 sm:p-5">
      {title && <h2 className="mb-3 text-base font-semibold">{title}</h2>}
      {facts && <Facts facts={facts} />}
      {children}
    </section>
  )
}

export const Facts = ({ facts }: Required<Pick<CardProps, 'facts'>>): ReactNode => (
  <dl className="grid gap-y-2.5">
    {facts.map(
      ([name, value], index) =>
        value && (
          // Facts may read the same.
          <div key={`${index} ${name}`} className="flex justify-between gap-x-4">
            <dt className="text-muted">{name}</dt>
            <dd className="ml-auto text-right font-medium">{value}</dd>
          </div>
        ),
    )}
  </dl>
)

/** A row of a list that leads somewhere. */
export function RowLink({ href, children }: { href: string; children: ReactNode }): ReactNode {
  return (
    <a href={href} className="flex items-center gap-3 rounded-2xl border border-line bg-surface p-4 hover:bg-soft">
      <span className="min-w-0 flex-1">{children}</span>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
    </a>
  )
}
