import { readFileSync } from 'node:fs'

const CHECK_INTERVAL_MS = 200

/**
 * Calls `stop` when the npm that started this process has exited. A killed npm sends no signal, and the shell in
 * between does not either, so the server would keep running and hold the port.
 */
export function watchParent(stop: () => void): void {
  if (process.env['npm_lifecycle_event'] !== 'start') return
  const line = ancestors()
  if (line.includes(1)) return
  const timer = setInterval(() => {
    const now = ancestors()
    if (line.every((pid, index) => now[index] === pid)) return
    clearInterval(timer)
    stop()
  }, CHECK_INTERVAL_MS)
  timer.unref()
}

/** The parent's pid, and the grandparent's if the parent is a shell, which outlives npm. */
function ancestors(): number[] {
  const parent = process.ppid
  try {
    const text = readFileSync(`/proc/${parent}/stat`, 'utf8')
    const name = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'))
    const grandparent = Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1])
    return /^(ba|da|a|z)?sh$/.test(name) ? [parent, grandparent] : [parent]
  } catch {
    // Not Linux, or it has just exited.
    return [parent]
  }
}
