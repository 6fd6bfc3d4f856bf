import { lazy, Suspense, type ComponentProps } from 'react'
import type { Attachments as Part } from './attachments.tsx'

const Attachments = lazy(async () => ({ default: (await import('./attachments.tsx')).Attachments }))

/** The same once what judges files is there: nobody waits for it to write. Its place is kept. */
export const LazyAttachments = (props: ComponentProps<typeof Part>) => (
  <Suspense fallback={<div className="min-h-11" />}>
    <Attachments {...props} />
  </Suspense>
)
