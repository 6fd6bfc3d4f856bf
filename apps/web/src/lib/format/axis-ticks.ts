/** Round values of a chart's axis, from zero to one that is at least `most`: 0, 200, 400, 600. At most five of them. */
export function axisTicks(most: number): number[] {
  const rough = Math.max(1, most) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, [1, 2, 5].map((digit) => digit * power).find((each) => each >= rough) ?? 10 * power)
  return Array.from({ length: Math.ceil(Math.max(1, most) / step) + 1 }, (_, index) => index * step)
}
