/** Sorts upcoming records first, soonest on top; then past ones, latest on top. */
export function byProximity<Dated extends { startAt: string | null; endAt: string | null }>(
  rows: readonly Dated[],
  now: Date,
): Dated[] {
  // Unscheduled records sort after all scheduled upcoming ones.
  const momentOf = (at: string | null) => (at === null ? Infinity : Date.parse(at))
  const isAhead = ({ endAt }: Dated) => momentOf(endAt) > now.getTime()
  const start = ({ startAt }: Dated) => momentOf(startAt)
  return [
    ...rows.filter(isAhead).sort((one, other) => start(one) - start(other)),
    ...rows.filter((row) => !isAhead(row)).sort((one, other) => start(other) - start(one)),
  ]
}
