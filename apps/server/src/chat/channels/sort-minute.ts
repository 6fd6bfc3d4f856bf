/** The minute of an instant since 1970, the granularity of the list's index. */
export function sortMinuteOf(at: Date): number {
  return Math.floor(at.getTime() / 60_000)
}
