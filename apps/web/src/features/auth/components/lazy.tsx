import type { ErrorBoxProps } from './error-box.tsx'
import type { SecondStepProps } from './second-step.tsx'
import type { StrengthMeterProps } from '../../../ui/forms/password/strength-meter.tsx'
import { useLazy } from '../use-lazy.ts'

// Parts that load after the page. Space is reserved where one may appear.

/** Lazy error box above a form. Only the message where the connection was lost before it has loaded. */
export function Complaints(props: ErrorBoxProps) {
  const part = useLazy(() => import('./error-box.tsx'))
  if (part) return <part.ErrorBox {...props} />
  return props.message ? (
    <p role="alert" className="font-semibold text-danger">
      {props.message}
    </p>
  ) : null
}

/** Lazy second step of a login. */
export function SecondStep(props: SecondStepProps) {
  const part = useLazy(() => import('./second-step.tsx'))
  return part && <part.SecondStepForm {...props} />
}

/** Lazy password strength meter below its field. */
export function Strength(props: StrengthMeterProps) {
  const part = useLazy(() => import('../../../ui/forms/password/strength-meter.tsx'))
  return <div className="min-h-5.5">{part && <part.StrengthMeter {...props} />}</div>
}
