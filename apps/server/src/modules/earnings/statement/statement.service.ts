import type { Locale } from '@fettle/i18n/locales'
import { BYTE_ORDER_MARK, csvLine } from '@fettle/protocol/common/csv'
import type { ProviderActor } from '../../../actors.ts'
import type { Deps } from '../../../platform/deps.ts'
import { createPdfRecorder } from '../../../platform/pdf/recorder.ts'
import { createDocumentText } from '../../../platform/pdf/document-text.ts'
import { readText } from '../../../platform/locale/messages.ts'
import { findCountry } from '../../profile/index.ts'
import { currencyOf, labelOf, timeZoneOf } from '../ledger.service.ts'
import * as store from '../ledger.store.ts'
import { statementMessages } from './statement.messages.ts'
import * as rules from './statement.rules.ts'

const textIn = createDocumentText(statementMessages)

/** A month of the ledger: opening balance, entries, closing balance. `month`: `2026-10`, in the provider's time zone. */
async function readMonth(
  deps: Deps,
  providerId: string,
  { month, locale }: { month: string; locale: Locale },
): Promise<rules.MonthlyStatement> {
  const timeZone = await timeZoneOf(deps, providerId)
  const { from, to } = rules.monthOf(month, timeZone)
  const [ledger, opening, entries] = await Promise.all([
    store.find(deps.db, providerId),
    store.balanceAt(deps.db, providerId, from),
    store.listMonth(deps.db, providerId, { from, to }),
  ])
  return {
    month,
    timeZone,
    currency: await currencyOf(deps, providerId, ledger),
    opening,
    entries: entries.map((entry) => ({ ...entry, sourceLabel: readText(locale, labelOf(entry)) })),
  }
}

export async function exportStatement(deps: Deps, providerId: string, month: string): Promise<Buffer> {
  const statement = await readMonth(deps, providerId, { month, locale: 'en' })
  return Buffer.from(BYTE_ORDER_MARK + rules.toRows(statement).map(csvLine).join(''))
}

/** The earnings of a month (`2026-03`) as a PDF: opening and closing balance, sums by type, and every entry. */
export async function printStatement(
  deps: Deps,
  { id, name }: Pick<ProviderActor, 'id' | 'name'>,
  { month, locale }: { month: string; locale: Locale },
): Promise<Buffer> {
  const write = textIn(locale)
  const statement = await readMonth(deps, id, { month, locale })
  const { currency, timeZone, opening, entries } = statement
  const title = write(rules.titleOf(month))
  const money = (amount: number) => write({ amount, currency })
  const pdf = createPdfRecorder({
    title,
    author: name,
    country: (await findCountry(deps.db, id)) ?? deps.settings().defaultCountry,
    lang: write.locale,
    footer: `${title} · ${name}`,
    at: deps.clock.now(),
  })
  pdf.heading('H1', title)
  pdf.paragraph(name, { colour: '#57534e', gap: 10 })
  pdf.amounts([
    { text: write({ code: 'statement.opening' }), amount: money(opening) },
    ...rules.sumsByType(entries).map(({ name: type, amount }) => ({ text: write(type), amount: money(amount) })),
    { text: write({ code: 'statement.closing' }), amount: money(rules.closingOf(statement)), strong: true },
  ])
  const direct = rules.directOf(entries)
  if (direct !== 0) pdf.paragraph(write({ code: 'statement.direct', params: { amount: { amount: direct, currency } } }))
  pdf.heading('H2', write({ code: 'statement.entries' }))
  if (entries.length === 0) pdf.paragraph(write({ code: 'statement.empty' }))
  pdf.amounts(entries.map((entry) => ({ text: write(rules.lineOf(entry, timeZone)), amount: money(entry.amount) })))
  return pdf.finish()
}
