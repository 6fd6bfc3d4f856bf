import type { ReactNode } from 'react'

/** One component in its states. */
export function Specimen({ name, children, wide = false }: { name: string; children: ReactNode; wide?: boolean }) {
  return (
    <section aria-label={name} className={wide ? 'grid content-start gap-3 lg:col-span-2' : 'grid content-start gap-3'}>
      <h2 className="text-sm font-semibold text-text-muted">{name}</h2>
      {children}
    </section>
  )
}

export const Row = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-3">{children}</div>
)
