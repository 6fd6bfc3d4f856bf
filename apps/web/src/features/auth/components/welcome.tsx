import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { readRegisteredName } from '../auth-state.ts'

const POLL_INTERVAL_MS = 2_000

/** Welcomes who has just registered, or back; while a demo's data is being created, says how much of it is there. */
export function Welcome() {
  const percent = useDemoPercent()
  const firstName = useRegisteredName()
  if (percent === undefined) return firstName ? <Trans>Welcome, {firstName}.</Trans> : <Trans>Welcome back.</Trans>
  const part = new Intl.NumberFormat(document.documentElement.lang, { style: 'percent' }).format(percent / 100)
  return <Trans>The demo data is being created: {part}</Trans>
}

/** Undefined before hydration: the prerendered page cannot know. */
function useRegisteredName(): string | undefined {
  const [name, setName] = useState<string>()
  // oxlint-disable-next-line react/set-state-in-effect -- the first render must match the prerendered page
  useEffect(() => setName(readRegisteredName()), [])
  return name
}

/** The percentage of demo data that is there. Undefined when there is no demo, or all of it is there. */
function useDemoPercent(): number | undefined {
  const [percent, setPercent] = useState<number>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let live = true
    const loadDemoPercent = async () => {
      const health = (await (await fetch('/health/ready')).json()) as { demo?: string; demoPercent?: number }
      if (!live) return
      const isFilling = health.demo === 'filling'
      setPercent(isFilling ? health.demoPercent : undefined)
      if (isFilling) timer = setTimeout(start, POLL_INTERVAL_MS)
    }
    const start = () => void loadDemoPercent().catch(() => undefined)
    start()
    return () => {
      live = false
      clearTimeout(timer)
    }
  }, [])
  return percent
}
