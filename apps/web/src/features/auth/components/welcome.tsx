import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'

const POLL_INTERVAL_MS = 2_000

/** Welcomes back; in a demo whose data is still being created, says how much of it is there. */
export function Welcome() {
  const percent = useDemoPercent()
  if (percent === undefined) return <Trans>Welcome back.</Trans>
  const part = new Intl.NumberFormat(document.documentElement.lang, { style: 'percent' }).format(percent / 100)
  return <Trans>The demo data is being created: {part}</Trans>
}

/** The percentage of demo data that is there. Undefined when there is no demo, or all of it is there. */
function useDemoPercent(): number | undefined {
  const [percent, setPercent] = useState<number>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let live = true
    const look = async () => {
      const health = (await (await fetch('/health/ready')).json()) as { demo?: string; demoPercent?: number }
      if (!live) return
      const isFilling = health.demo === 'filling'
      setPercent(isFilling ? health.demoPercent : undefined)
      if (isFilling) timer = setTimeout(start, POLL_INTERVAL_MS)
    }
    const start = () => void look().catch(() => undefined)
    start()
    return () => {
      live = false
      clearTimeout(timer)
    }
  }, [])
  return percent
}
