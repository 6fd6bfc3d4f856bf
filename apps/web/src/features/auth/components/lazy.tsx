import type { ErrorBoxProps } from './error-box.tsx'
import { useLazy } from '../use-lazy.ts'

// Parts that arrive after the page. Where something may appear, its place is kept free from the start.

/** What is wrong with a form, above it. */
export function Complaints(props: ErrorBoxProps) {
  const part = useLazy(() => import('./error-box.tsx'))
  return part && <part.ErrorBox {...props} />
}

/** How good a password is, below its field. */
export function Strength({ value }: { value: string }) {
  const part = useLazy(() => import('../../../ui/strength-meter.tsx'))
  return <div className="min-h-5.5">{part && <part.StrengthMeter value={value} />}</div>
}

/** The other way in, where this site has one. */
export function Google({ isOffered }: { isOffered: boolean }) {
  const part = useLazy(() => import('./google-sign-in.tsx'))
  return <div className="min-h-13">{part && <part.GoogleSignIn isOffered={isOffered} />}</div>
}
