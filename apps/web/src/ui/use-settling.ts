import { useEffect, useState } from 'react'

const SETTLE_MS = 600

/**
 * Whether buttons have just changed what they do. Disable them meanwhile, by `pointer-events-none`: a second tap was
 * meant for what they did before.
 */
export function useSettling(step: string): boolean {
  const [settledStep, setSettledStep] = useState(step)
  useEffect(() => {
    const timer = setTimeout(() => setSettledStep(step), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [step])
  return settledStep !== step
}
