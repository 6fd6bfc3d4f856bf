import type { Kpi } from '@fettle/protocol/workspace/dashboard'
import { durationText, formatter } from '../../lib/format/dates.ts'
import { moneyText } from '../../lib/format/money.ts'
import { percentText } from '../../lib/format/percent-text.ts'

/** Formats a KPI: `₦45,000`, `75%`, `1 h 20 min`. A dash when there is no value. */
export function kpiText({ unit, value, currency }: Pick<Kpi, 'unit' | 'value' | 'currency'>): string {
  if (value === null) return '–'
  if (unit === 'MONEY') return moneyText({ amount: value, currency: currency ?? 'USD' })
  if (unit === 'MINUTES') return durationText(value)
  return unit === 'PERCENT' ? percentText(value) : formatter().number(value)
}
