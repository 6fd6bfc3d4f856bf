/** Units as printed. Items and lump sums have none. */
const units: Record<string, string> = {
  HOUR: 'h',
  DAY: 'days',
  M: 'm',
  M2: 'm²',
  M3: 'm³',
  KG: 'kg',
  L: 'l',
  TRIP: 'trips',
}
const ones: Record<string, string> = { DAY: 'day', TRIP: 'trip' }

/** `1 month`, `12 months`. */
export const monthsText = (months: number): string => (months === 1 ? '1 month' : `${months} months`)

/** ` × 12.5 m²` after the name of a line, ` × 1 day`. Empty for a single item without a unit. */
export function timesText(quantity: string, unit: string): string {
  const isOne = Number(quantity) === 1
  const measure = (isOne ? ones[unit] : undefined) ?? units[unit]
  if (measure) return ` × ${quantity} ${measure}`
  return isOne ? '' : ` × ${quantity}`
}
