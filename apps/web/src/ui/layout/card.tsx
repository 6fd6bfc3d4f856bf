import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'

/** Container with border and background. */
export const Card = ({ className, ...rest }: ComponentProps<'div'>) => (
  <div {...rest} className={clsx('rounded-card border border-line bg-surface-raised shadow-raised', className)} />
)

/** Titled section of a page. */
export function Section(props: {
  title: ReactNode
  description?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  const { title, description, actions, children } = props
  return (
    <section className="grid grid-cols-1 content-start gap-4">
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div>
          <h2 className="text-lg font-semibold">{title}</h2>
          {description && <p className="text-sm text-text-muted">{description}</p>}
        </div>
        {actions}
      </div>
      {children}
    </section>
  )
}

/** A label and its value, in a `dl`. */
export const Fact = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <div className="grid content-start gap-0.5">
    <dt className="text-sm text-text-muted">{label}</dt>
    <dd className="font-medium wrap-anywhere tabular-nums">{children}</dd>
  </div>
)

/** List of label and value pairs. */
export function Facts({
  items,
  className,
}: {
  items: readonly { label: ReactNode; value: ReactNode }[]
  className?: string
}) {
  return (
    <dl className={clsx('grid gap-x-6 gap-y-4 sm:grid-cols-2', className)}>
      {items.map(({ label, value }, index) => (
        <Fact key={index} label={label}>
          {value}
        </Fact>
      ))}
    </dl>
  )
}
