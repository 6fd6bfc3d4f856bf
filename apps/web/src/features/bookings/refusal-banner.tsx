import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { Banner } from '../../ui/banner.tsx'
import type { Refusal } from './model.ts'

/** Why an answer was not taken, where it stays to be read, with the way on. */
export function RefusalBanner({ refusal }: { refusal: Refusal }) {
  switch (refusal.kind) {
    case 'conflict': {
      const reference = refusal.with?.reference
      return (
        <Banner tone="warning" alert title={refusal.message}>
          <p>
            <Trans>Decline, or message the customer and agree on another time.</Trans>
          </p>
          {refusal.with && (
            <Link
              to={paths.booking(refusal.with.id)}
              className="inline-flex min-h-9 items-center font-semibold underline"
            >
              <Trans>Open {reference}</Trans>
            </Link>
          )}
        </Banner>
      )
    }
    case 'expired':
      return (
        <Banner tone="warning" alert title={refusal.message}>
          <Trans>You can still message the customer and ask them to book again.</Trans>
        </Banner>
      )
    case 'changed':
      return (
        <Banner tone="info" alert title={refusal.message}>
          <Trans>What you see now is the latest version.</Trans>
        </Banner>
      )
    case 'offline':
      return (
        <Banner tone="danger" alert title={refusal.message}>
          <Trans>Your answer was not sent. Answering needs a connection.</Trans>
        </Banner>
      )
    case 'gone':
    case 'other':
      return <Banner tone="danger" alert title={refusal.message} />
  }
}
