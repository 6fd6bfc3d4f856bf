import { useEffect, useRef, useState, type ReactNode } from 'react'
import { consentTextVersionOf, consentTextsIn, type ConsentDocument } from '@fettle/protocol/contracts/consent-texts'
import { call } from '../lib/api.ts'
import { formatMoney } from '../lib/format.ts'
import { refresh } from '../lib/live.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { TextField, Tick } from '../ui/field.tsx'
import { goToTop } from '../ui/page.tsx'
import { ContractText, type Contract } from './contract-text.tsx'

/** Far enough that a jump past the end, between two frames, counts as having seen it. */
const FAR_ABOVE = '1000000px 0px 0px'

/** The contract to sign. */
export function Signing({ contract }: { contract: Contract }): ReactNode {
  const { id, contentHash, signAs, reading } = contract
  const { coolingOffDays } = contract.document.content
  const [startEarlyConsent, setStartEarlyConsent] = useState(false)
  return (
    <SignCards
      {...{ contractId: id, contentHash, signAs, wasRead: reading.readToEndAt !== null }}
      document="CONTRACT"
      title="The contract"
      text={<ContractText contract={contract} />}
      end={`End of the contract, version ${contract.currentVersion}.`}
      button={`Sign for ${formatMoney(contract.total)}`}
      onSign={(signature) => call('signContract', { params: { id }, body: { signature, startEarlyConsent } })}
    >
      {coolingOffDays > 0 && (
        <Tick checked={startEarlyConsent} onChange={setStartEarlyConsent}>
          Optional: the work may start before my days to withdraw are over. If I withdraw, I pay what was done.
        </Tick>
      )}
    </SignCards>
  )
}

const signatureOf = (document: ConsentDocument, contentHash: string, legalName: string) => ({
  contentHash,
  method: 'TYPED' as const,
  legalName,
  consents: { electronicRecords: true as const, readAndAgree: true as const },
  consentTextVersion: consentTextVersionOf[document],
  consentLocale: 'en' as const,
})

interface SignProps {
  document: ConsentDocument
  contractId: string
  /** Hash of the text. */
  contentHash: string
  /** The name to sign with. */
  signAs: string
  /** Whether the text was read to its end before. */
  wasRead?: boolean
  title: string
  text: ReactNode
  /** Marks the end of the text. */
  end: string
  /** Words of the button. */
  button: string
  onSign: (signature: ReturnType<typeof signatureOf>) => Promise<unknown>
  /** More to agree to. */
  children?: ReactNode
}

/** A text to sign, and the signature. Fettle asks for proof that the text was opened and read to its end. */
export function SignCards({
  document: kind,
  contractId: id,
  contentHash,
  signAs,
  wasRead,
  onSign,
  ...shown
}: SignProps): ReactNode {
  const [name, setName] = useState('')
  const [electronicRecords, setElectronicRecords] = useState(false)
  const [readAndAgree, setReadAndAgree] = useState(false)
  const [readHash, setReadHash] = useState<string>()
  const end = useRef<HTMLParagraphElement>(null)

  useEffect(() => {
    const view = (toEnd: boolean) =>
      call('viewContract', { params: { id }, body: { contentHash, toEnd } }).then(refresh)
    const ignore = () => undefined
    const markRead = () => {
      observer.disconnect()
      setReadHash(contentHash)
    }
    // Scrolling there again reports it again, in case the connection was lost.
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) void view(true).then(markRead, ignore)
      },
      { root: document, rootMargin: FAR_ABOVE },
    )
    void view(false)
      .catch(ignore)
      .then(() => end.current && observer.observe(end.current))
    return () => observer.disconnect()
  }, [id, contentHash])

  const consents = consentTextsIn('en', kind)
  const isRead = wasRead || readHash === contentHash
  return (
    <>
      <Card title={shown.title}>
        {shown.text}
        <p ref={end} className="mt-4 text-sm text-muted">
          {shown.end}
        </p>
      </Card>
      <Card title="Sign">
        <Tick checked={electronicRecords} onChange={setElectronicRecords}>
          {consents.electronicRecords}
        </Tick>
        <Tick checked={readAndAgree} onChange={setReadAndAgree}>
          {consents.readAndAgree}
        </Tick>
        {shown.children}
        <div className="my-3">
          <TextField label={`Your full name, written as ${signAs}`} value={name} onChange={setName} />
        </div>
        <Button
          isDisabled={!isRead || !electronicRecords || !readAndAgree || name === ''}
          onPress={() => onSign(signatureOf(kind, contentHash, name)).then(goToTop)}
        >
          {shown.button}
        </Button>
      </Card>
    </>
  )
}
