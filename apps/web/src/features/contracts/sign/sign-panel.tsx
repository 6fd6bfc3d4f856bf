import { isSameName } from '@fettle/protocol/contracts/same-name'
import { consentTextsIn, consentTextVersionOf, type ConsentDocument } from '@fettle/protocol/contracts/consent-texts'
import { isLocale, locales } from '@fettle/i18n/locales'
import { t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { PenLine } from 'lucide-react'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../routing/paths.ts'
import { hasCode, isApiError } from '../../../lib/http/api-error.ts'
import { useConnection } from '../../../lib/http/connection.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { ChoiceCards } from '../../../ui/forms/choice-cards.tsx'
import { FieldError, TextField } from '../../../ui/forms/field.tsx'
import { SignaturePad } from '../../../ui/forms/signature-pad.tsx'
import type { ReadingState } from './use-reading-progress.ts'
import type { SignatureEntry } from './use-sign.ts'

export interface SignPanelProps {
  /** What is signed. */
  document: ConsentDocument
  /** Name in the profile; the signature must match it. */
  signAs: string
  reading: Pick<ReadingState, 'isRead' | 'error' | 'retry' | 'confirm'>
  /** Label of the button. */
  submit: ReactNode
  busy: boolean
  error: unknown
  onSign: (signed: SignatureEntry) => void
}

/** Panel to sign with a drawn or typed signature, after reading the text and giving both consents. */
export function SignPanel({ document, signAs, reading, submit, busy, error, onSign }: SignPanelProps) {
  const id = useId()
  const isConnected = useConnection()
  const { i18n } = useLingui()
  const locale = isLocale(i18n.locale) ? i18n.locale : locales[0]
  // The exact text the server stores with the signature.
  const consents = consentTextsIn(locale, document)
  const [name, setName] = useState('')
  const [way, setWay] = useState<'DRAWN' | 'TYPED'>('DRAWN')
  const [drawnSignature, setDrawnSignature] = useState<Blob>()
  const [acceptsRecords, setAcceptsRecords] = useState(false)
  const [agreesToTerms, setAgreesToTerms] = useState(false)
  const [tries, setTries] = useState(0)
  const [isConfirming, setConfirming] = useState(false)
  const isSubmitted = tries > 0
  const form = useRef<HTMLFormElement>(null)
  // The error may be above the visible area: scroll to it.
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-wrong]')?.focus()
  }, [tries])
  const nameProblem = isApiError(error) ? error.issues.find(({ field }) => field === 'legalName')?.message : undefined
  const wrongName = isSameName(name, signAs) ? undefined : t`Sign with your full name as in your profile: ${signAs}.`
  const needsHand = way === 'DRAWN' && !drawnSignature
  const isWhole = wrongName === undefined && !needsHand && acceptsRecords && agreesToTerms
  const submitForm = async () => {
    // The report that the text was read may still be on its way.
    setConfirming(true)
    const isRead = await reading.confirm()
    setConfirming(false)
    setTries(tries + 1)
    if (!isWhole || !isRead || !isConnected) return
    const drawn = way === 'DRAWN' ? drawnSignature : undefined
    onSign({
      legalName: name.trim(),
      drawn,
      consentTextVersion: consentTextVersionOf[document],
      consentLocale: locale,
    })
  }
  return (
    <section
      aria-labelledby={`${id}-title`}
      className="grid gap-6 rounded-card border-2 border-line-strong bg-surface-raised p-5 shadow-raised md:p-8"
    >
      <div className="grid gap-1">
        <h2 id={`${id}-title`} className="flex items-center gap-2 text-xl font-semibold tracking-tight">
          <PenLine size={22} aria-hidden="true" />
          <Trans>Your signature</Trans>
        </h2>
        <p className="text-sm text-text-muted">
          <Trans>This is a simple electronic signature (SES). We record the time, IP address and device.</Trans>
        </p>
      </div>
      <form
        ref={form}
        noValidate
        // Comfortable width for drawing a signature.
        className="grid max-w-lg gap-6"
        onSubmit={(event) => {
          event.preventDefault()
          void submitForm()
        }}
      >
        <TextField
          label={t`Your full name`}
          autoComplete="name"
          maxLength={100}
          value={name}
          onChange={({ target }) => setName(target.value)}
          error={isSubmitted ? (wrongName ?? nameProblem) : nameProblem}
        />
        <ChoiceCards
          label={t`How you sign`}
          name="way"
          className="sm:grid-cols-2"
          chosen={way}
          onChange={({ target }) => setWay(target.value as typeof way)}
          choices={[
            { value: 'DRAWN', label: t`Draw it`, hint: t`With a finger, a pen or the mouse` },
            { value: 'TYPED', label: t`Type it`, hint: t`Your name as you typed it` },
          ]}
        />
        {/* Hidden rather than removed, so that it keeps the drawing. */}
        <div
          hidden={way !== 'DRAWN'}
          className="grid gap-2"
          tabIndex={-1}
          data-wrong={(isSubmitted && needsHand) || undefined}
        >
          <SignaturePad label={t`Signature`} onlyDrawn onChange={setDrawnSignature} />
          {isSubmitted && needsHand && <FieldError>{t`Draw your signature.`}</FieldError>}
        </div>
        {way === 'TYPED' && (
          <p
            aria-hidden="true"
            className="grid min-h-24 place-items-center rounded-control border border-line-strong bg-[#fff] px-4 font-serif text-3xl wrap-anywhere text-[#1c1917] italic"
          >
            {name.trim() || ' '}
          </p>
        )}
        <div className="grid gap-1">
          <Checkbox
            label={consents.electronicRecords}
            checked={acceptsRecords}
            onChange={({ target }) => setAcceptsRecords(target.checked)}
            error={isSubmitted && !acceptsRecords ? t`Tick both boxes to sign.` : undefined}
          />
          <Checkbox
            label={consents.readAndAgree}
            checked={agreesToTerms}
            onChange={({ target }) => setAgreesToTerms(target.checked)}
            error={isSubmitted && !agreesToTerms ? t`Tick both boxes to sign.` : undefined}
          />
        </div>
        {!reading.isRead && <UnreadNotice reading={reading} isSubmitted={isSubmitted} />}
        {!isConnected && (
          <Banner tone="warning">
            <Trans>You need a connection to sign. What you entered stays here.</Trans>
          </Banner>
        )}
        {error !== undefined && !nameProblem && <SignError error={error} />}
        <Button
          type="submit"
          size="lg"
          busy={busy || isConfirming}
          disabled={!isConnected}
          className="md:justify-self-start"
        >
          {submit}
        </Button>
      </form>
    </section>
  )
}

/** Says why the contract does not count as read, as soon as that matters. */
function UnreadNotice({ reading, isSubmitted }: Pick<SignPanelProps, 'reading'> & { isSubmitted: boolean }) {
  if (reading.error !== undefined)
    return (
      <Banner
        tone="warning"
        alert
        title={<Trans>We couldn't record that you've read it.</Trans>}
        action={
          <Button size="sm" variant="secondary" onClick={reading.retry}>
            <Trans>Try again</Trans>
          </Button>
        }
      >
        {errorText(reading.error, t`Try again in a moment.`)}
      </Banner>
    )
  return (
    isSubmitted && (
      <Banner tone="warning" alert>
        <Trans>Read it to the end before you sign.</Trans>
      </Banner>
    )
  )
}

function SignError({ error }: { error: unknown }) {
  const issues = isApiError(error) ? [...new Set(error.issues.map(({ message }) => message))] : []
  return (
    <Banner
      tone="danger"
      alert
      title={errorText(error, t`We couldn't save your signature. Try again.`)}
      action={
        hasCode(error, 'VERIFICATION_REQUIRED') && (
          <Link to={`${paths.profile}?tab=documents`} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
            <Trans>Documents</Trans>
          </Link>
        )
      }
    >
      {issues.length > 0 && (
        <ul className="grid gap-0.5">
          {issues.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
    </Banner>
  )
}
