import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Scale } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../routing/paths.ts'
import { useConnection } from '../../lib/http/connection.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import type { DisputeSubject } from './open-dispute.tsx'
import { OpenDispute } from './open-dispute.tsx'

interface Props {
  subject: DisputeSubject
  /** The server allows opening a dispute. */
  mayOpen: boolean
  /** Id of the existing dispute, open or resolved. */
  disputeId: string | null
  /** It is open and blocks other actions. */
  isOpen?: boolean
  /** Name of the record, for screen readers. */
  name?: string
}

/** Button that opens a dispute, or links to the existing one. */
export function DisputeEntry({ subject, mayOpen, disputeId, isOpen = false, name }: Props) {
  const [isSheetOpen, setIsSheetOpen] = useState(false)
  const isConnected = useConnection()
  if (disputeId) {
    const link = (
      <Link to={paths.dispute(disputeId)} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
        <Trans>Open the dispute</Trans>
      </Link>
    )
    return isOpen ? (
      <Banner tone="warning" title={t`There's an open dispute`} action={link}>
        <Trans>Everything else is on hold until it's settled.</Trans>
      </Banner>
    ) : (
      <div>{link}</div>
    )
  }
  if (!mayOpen) return null
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        className="justify-self-start"
        icon={<Scale size={18} aria-hidden="true" />}
        disabled={!isConnected}
        onClick={() => setIsSheetOpen(true)}
        {...(name && { 'aria-label': t`Report a problem: ${name}` })}
      >
        <Trans>Report a problem</Trans>
      </Button>
      {isSheetOpen && <OpenDispute subject={subject} onClose={() => setIsSheetOpen(false)} />}
    </>
  )
}
