import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { paths } from '../../routing/paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { ErrorNotice } from '../errors/error-notice.tsx'
import type { Consent } from '../errors/action-error.ts'

/** Why a request could not be accepted where it is listed, with the ways to continue. */
export function RefusedAcceptance(props: {
  id: string
  title: string
  error: unknown
  timeZone: string
  now: Date
  onConsent: (consent: Consent) => void
  onClose: () => void
}) {
  const { id, title, error, timeZone, now, onConsent, onClose } = props
  return (
    <Dialog
      open
      onClose={onClose}
      title={<bdi>{title}</bdi>}
      footer={
        <Link to={paths.booking(id)} className={buttonClass({ variant: 'secondary' })}>
          <Trans>Open request</Trans>
        </Link>
      }
    >
      <ErrorNotice error={error} timeZone={timeZone} now={now} onConsent={onConsent} />
    </Dialog>
  )
}
