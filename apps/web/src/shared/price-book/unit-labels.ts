import type { LineKind, LineUnit } from '@fettle/protocol/offers/content'
import { lineKinds, lineUnits } from '@fettle/protocol/offers/constants'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'

const units: Record<LineUnit, MessageDescriptor> = {
  HOUR: msg`hours`,
  DAY: msg`days`,
  ITEM: msg`items`,
  M: msg`m`,
  M2: msg`m²`,
  M3: msg`m³`,
  KG: msg`kg`,
  L: msg`litres`,
  TRIP: msg`trips`,
  LUMP_SUM: msg`lump sum`,
}
/** Label of a unit: `days`, as in `3 days`. */
export const unitLabel = (unit: LineUnit): string => i18n._(units[unit])
/** Unit after a quantity: `1 day`, `2.5 days`. */
export function unitText(unit: LineUnit, quantity: string): string {
  const count = Number(quantity)
  switch (unit) {
    case 'HOUR':
      return plural(count, { one: 'hour', other: 'hours' })
    case 'DAY':
      return plural(count, { one: 'day', other: 'days' })
    case 'ITEM':
      return plural(count, { one: 'item', other: 'items' })
    case 'L':
      return plural(count, { one: 'litre', other: 'litres' })
    case 'TRIP':
      return plural(count, { one: 'trip', other: 'trips' })
    default:
      return unitLabel(unit)
  }
}
export const allUnits: readonly LineUnit[] = lineUnits

const kinds: Record<LineKind, MessageDescriptor> = {
  LABOUR: msg`Labour`,
  MATERIAL: msg`Material`,
  TRAVEL: msg`Travel`,
  EQUIPMENT: msg`Equipment`,
  DISPOSAL: msg`Disposal`,
  FEE: msg`Fee`,
  OTHER: msg`Other`,
}

/** Label of a kind of line. */
export const kindLabel = (kind: LineKind): string => i18n._(kinds[kind])
export const allKinds: readonly LineKind[] = lineKinds
