import { useLater } from '../use-later.ts'
import type { ComplaintBoxProps } from './complaint-box.tsx'

/** What is wrong with a form, above it. Nobody needs it at first sight. */
export function Complaints(props: ComplaintBoxProps) {
  const part = useLater(() => import('./complaint-box.tsx'))
  return part && <part.ComplaintBox {...props} />
}
