import type { ClientClock } from '../ports.ts'

/** Runs everything that is ready. */
async function flushMicrotasks(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve()
}

/** Where manual clocks start. */
export const TEST_START = Date.UTC(2026, 2, 2, 11)

/** A manual clock that runs due timers in order. */
export function createManualClock(start = TEST_START): ClientClock & {
  advance(milliseconds: number): Promise<void>
  /** Sets the time back, as a device does that corrects its clock. Timers stay as they are. */
  setBack(milliseconds: number): void
} {
  let now = start
  const due = new Set<{ at: number; work: () => void }>()
  return {
    now: () => now,
    after(milliseconds, work) {
      const entry = { at: now + milliseconds, work }
      due.add(entry)
      return () => void due.delete(entry)
    },
    async advance(milliseconds) {
      const until = now + milliseconds
      for (;;) {
        await flushMicrotasks()
        const [next] = [...due].filter(({ at }) => at <= until).sort((one, other) => one.at - other.at)
        if (!next) break
        due.delete(next)
        now = Math.max(now, next.at)
        next.work()
      }
      now = until
      await flushMicrotasks()
    },
    setBack(milliseconds) {
      now -= milliseconds
    },
  }
}
