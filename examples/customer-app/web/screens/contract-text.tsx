import type { Result } from '@fettle/protocol'
import { addressText } from '@fettle/protocol/bookings/address'
import type { ReactNode } from 'react'
import type { Operations } from '../../src/operations.ts'
import { formatCalendarDate, formatDate, formatMoney, toWords } from '../lib/format.ts'
import { fileUrl } from '../lib/session.ts'

export type Contract = Result<Operations['getContract']>

const materials = {
  PROVIDER: 'Supplied by the provider',
  CUSTOMER: 'Supplied by the customer',
  SHARED: 'Supplied by both',
}

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`

/** The text of a contract, which both sign. */
export function ContractText({ contract: { document, currency, provider, files } }: { contract: Contract }): ReactNode {
  const { content, customer } = document
  const { siteAddress: site, startDate, endDate, milestones, paymentTerms, warranty } = content
  const days = [startDate, endDate].filter((day) => day !== null).map(formatCalendarDate)
  const parts = milestones.map(({ title, amount, dueDate, description }) => {
    const until = dueDate ? `, until ${formatCalendarDate(dueDate)}` : ''
    return [`${title}: ${formatMoney({ amount, currency })}${until}`, description].filter(Boolean).join('\n')
  })
  const payment = [
    paymentTerms.dueDays > 0
      ? `Invoices are due within ${counted(paymentTerms.dueDays, 'day')}.`
      : 'Invoices are due at once.',
    paymentTerms.lateFeeBps > 0 && `Late payments cost ${paymentTerms.lateFeeBps / 100}% a month.`,
    content.retentionBps > 0 &&
      `${content.retentionBps / 100}% of each milestone is held back until everything is done.`,
  ]
  const order = content.sequential && 'Each starts once the one before is approved.'
  const attached = files.filter(({ id }) => content.attachments.includes(id))
  const clauses: [heading: string, text: ReactNode][] = [
    ['Parties', `${provider.name} works for ${customer.name}.`],
    ['Scope of work', content.scopeOfWork],
    ['Not included', content.exclusions],
    ['Place', site && addressText(site)],
    ['Time', days.join(' to ')],
    ['Milestones', [...parts, order].filter(Boolean).join('\n')],
    ['Payment', payment.filter(Boolean).join(' ')],
    ['Materials', materials[content.materialsBy]],
    [
      'Warranty',
      [warranty.months > 0 && `${counted(warranty.months, 'month')}.`, warranty.text].filter(Boolean).join(' '),
    ],
    ['Insurance', content.insuranceDocumentId && 'The provider is insured; the certificate was checked.'],
    ['Cancellation policy', toWords(content.cancellationPolicy)],
    ['Days to withdraw after signing', content.coolingOffDays > 0 && content.coolingOffDays],
    ['Terms', content.terms.text],
    ['Attachments', attached.length > 0 && attached.map((file) => <Attachment key={file.id} {...file} />)],
  ]
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

/** The signers of the current text, and when each signed. */
export const signatureFacts = (signatures: Contract['signatures']): [string, string][] =>
  signatures
    .filter(({ voidedAt }) => voidedAt === null)
    .map(({ legalName, signedAt }) => [`Signed by ${legalName}`, formatDate(signedAt)])

export const Attachment = ({ name, url }: Contract['files'][number]): ReactNode => (
  <a href={fileUrl(url)} className="block font-medium text-accent underline">
    {name}
  </a>
)
