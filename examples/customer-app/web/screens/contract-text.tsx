import type { Result } from '@fettle/protocol'
import type { ReactNode } from 'react'
import type { Operations } from '../../src/operations.ts'
import { formatCalendarDate, formatMoney } from '../lib/format.ts'

export type Contract = Result<Operations['getContract']>

/** The text of a contract, which both sign. */
export function ContractText({ contract: { document, currency, provider } }: { contract: Contract }): ReactNode {
  const { content, customer } = document
  const { siteAddress: site, startDate, endDate, milestones, warranty } = content
  const days = [startDate, endDate].filter((day) => day !== null).map(formatCalendarDate)
  const parts = milestones.map(({ title, amount }) => `${title}: ${formatMoney({ amount, currency })}`)
  const clauses = [
    ['Parties', `${provider.name} works for ${customer.name}.`],
    ['Scope of work', content.scopeOfWork],
    ['Not included', content.exclusions],
    ['Place', site && `${site.line1}, ${site.city}`],
    ['Time', days.join(' to ')],
    ['Milestones', parts.join('\n')],
    ['Payment', `Invoices are due within ${content.paymentTerms.dueDays} days.`],
    ['Warranty', warranty.months > 0 && `${warranty.months} months. ${warranty.text}`],
    ['Days to withdraw after signing', content.coolingOffDays > 0 && content.coolingOffDays],
    ['Terms', content.terms.text],
  ] as const
  return (
    <div className="grid gap-3">
      {clauses.map(
        ([heading, text]) =>
          text && (
            <section key={heading}>
              <h3 className="font-semibold">{heading}</h3>
              <p className="whitespace-pre-line">{text}</p>
            </section>
          ),
      )}
    </div>
  )
}
