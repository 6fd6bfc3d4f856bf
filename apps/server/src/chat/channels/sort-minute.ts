/** The minute an instant falls into, counted from 1970: how coarse one's list is sorted in the index. */
export function sortMinuteOf(at: Date): number {
  return Math.floor(at.getTime() / 60_000)
}
