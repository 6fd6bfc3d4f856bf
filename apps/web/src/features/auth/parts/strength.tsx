import { useLater } from '../use-later.ts'

/** How good a password is, below its field; the place is kept until it can tell. */
export function Strength({ value }: { value: string }) {
  const meter = useLater(() => import('../../../ui/strength-meter.tsx'))
  return <div className="min-h-5.5">{meter && <meter.StrengthMeter value={value} />}</div>
}
