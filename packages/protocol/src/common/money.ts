/**
 * Money arithmetic, shared by browser and server: integers of minor units, decimals as text, rounded half away from
 * zero once per line. A quantity is text such as `"2.5"` with up to three decimal places, so that no digit is lost in
 * transit.
 */

/** Upper bound of one amount, so that sums of many stay exact. */
export const MAX_AMOUNT = 1_000_000_000_000

const abs = (value: bigint) => (value < 0n ? -value : value)

/** Divides and rounds half away from zero. */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const doubled = 2n * abs(dividend)
  const rounded = (doubled + divisor) / (2n * divisor)
  return dividend < 0n ? -rounded : rounded
}

/** Converts back to a number. Throws RangeError if it cannot be exact. */
export function exactAmount(value: bigint): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError(`${value} is too large for an amount`)
  return number
}

/** A quantity as a whole number of thousandths. */
export const thousandths = (quantity: string): bigint => {
  const [whole = '0', part = ''] = quantity.split('.')
  return BigInt(whole) * 1000n + BigInt(part.padEnd(3, '0'))
}

/** Amount of a line: quantity times unit price, rounded once. */
export const lineAmount = (quantity: string, unitAmount: number): number =>
  exactAmount(divideRounded(thousandths(quantity) * BigInt(unitAmount), 1000n))

/** A share in basis points: 750 of 10,000 is 7.5 %. */
export const shareOf = (amount: number, basisPoints: number): number =>
  exactAmount(divideRounded(BigInt(amount) * BigInt(basisPoints), 10_000n))

/** Price of a number of minutes at an hourly rate. */
export const hourlyAmount = (minutes: number, hourlyRate: number): number =>
  exactAmount(divideRounded(BigInt(minutes) * BigInt(hourlyRate), 60n))

export const sumOf = (amounts: readonly number[]): number =>
  exactAmount(amounts.reduce((sum, amount) => sum + BigInt(amount), 0n))
