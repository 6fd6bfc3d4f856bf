import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { paths } from '../../routing/paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { ErrorNotice, toActionError } from '../errors/error-notice.tsx'
import type { Consent } from '../errors/action-error.ts'
import { useConsent } from '../errors/use-consent.tsx'

/** Dialog that says why a request could not be accepted in a list, and accepts it anyway where a consent allows that. */
export function RefusedAcceptance(props: {
  id: string
  title: string
  error: unknown
  busy: boolean
  timeZone: string
  now: Date
  onConsent: (consent: Consent) => void
  onClose: () => void
}) {
  const { id, title, error, busy, timeZone, now, onConsent, onClose } = props
  const consent = useConsent(error, onConsent)
  const { kind } = toActionError(error)
  // The connection may be back by now.
  const isRepeatable = kind === 'offline' || kind === 'other'
  const isAboutTime = consent !== undefined || kind === 'conflict'
  return (
    <Dialog
      onClose={onClose}
      title={<bdi>{title}</bdi>}
      footer={
        <>
          <Link
            to={isAboutTime ? `${paths.booking(id)}?action=reschedule` : paths.booking(id)}
            className={buttonClass({ variant: consent || isRepeatable ? 'secondary' : 'primary' })}
          >
            {isAboutTime ? <Trans>Propose another time</Trans> : <Trans>Open request</Trans>}
          </Link>
          {(consent ?? isRepeatable) && (
            <Button busy={busy} onClick={consent ? consent.give : () => onConsent({})}>
              {consent ? <Trans>Accept anyway</Trans> : <Trans>Accept</Trans>}
            </Button>
          )}
        </>
      }
    >
      <ErrorNotice error={error} timeZone={timeZone} now={now}>
        {consent?.field}
      </ErrorNotice>
    </Dialog>
  )
}
