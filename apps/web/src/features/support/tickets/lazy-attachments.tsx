import { lazy, Suspense, type ComponentProps } from 'react'
import type { Attachments as Part } from './attachments.tsx'

const Attachments = lazy(async () => ({ default: (await import('./attachments.tsx')).Attachments }))

/** Lazy attachments with reserved space, since upload validation is large. */
export const LazyAttachments = (props: ComponentProps<typeof Part>) => (
  <Suspense fallback={<div className="min-h-11" />}>
    <Attachments {...props} />
  </Suspense>
)
