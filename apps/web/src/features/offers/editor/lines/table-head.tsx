import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { memo, type ReactNode } from 'react'

/** Column headers. Re-rendered only when a column appears or disappears. */
export const TableHead = memo(function TableHead({ discounted, taxed }: { discounted: boolean; taxed: boolean }) {
  return (
    <>
      <caption className="sr-only">
        <Trans>Offer lines</Trans>
      </caption>
      <thead>
        <tr className="border-b border-line bg-surface-sunken text-sm text-text-muted">
          <th className="w-7">
            <span className="sr-only">{t`Move`}</span>
          </th>
          <Head>
            <Trans>Description</Trans>
          </Head>
          <Head figures>
            <Trans>Quantity</Trans>
          </Head>
          <Head>
            <Trans>Unit</Trans>
          </Head>
          <Head figures>
            <Trans>Unit price</Trans>
          </Head>
          {discounted && (
            <Head figures>
              <Trans>Discount %</Trans>
            </Head>
          )}
          {taxed && (
            <Head figures>
              <Trans>Tax %</Trans>
            </Head>
          )}
          <Head figures>
            <Trans>Amount</Trans>
          </Head>
          <th className="w-10">
            <span className="sr-only">{t`More`}</span>
          </th>
        </tr>
      </thead>
    </>
  )
})

const Head = ({ figures, children }: { figures?: boolean; children: ReactNode }) => (
  <th scope="col" className={figures ? 'px-2 py-2 text-end font-medium' : 'px-2 py-2 text-start font-medium'}>
    {children}
  </th>
)
