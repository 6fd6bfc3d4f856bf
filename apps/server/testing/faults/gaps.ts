/** Measures the longest time in which a number does not rise. */
export function watchGaps(read: () => number): { stop(): number } {
  let last = read()
  let since = performance.now()
  let longest = 0
  const timer = setInterval(() => {
    const now = read()
    longest = Math.max(longest, performance.now() - since)
    if (now === last) return
    last = now
    since = performance.now()
  }, 20)
  return {
    stop() {
      clearInterval(timer)
      return Math.round(longest)
    },
  }
}
