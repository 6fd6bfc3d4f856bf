import { useEffect, useRef, useState, type ReactNode } from 'react'
import { CONSENT_TEXT_VERSION, consentTextsIn } from '@fettle/protocol/contracts/consent-texts'
import { call } from '../lib/api.ts'
import { formatMoney } from '../lib/format.ts'
import { refresh } from '../lib/live.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { TextField, Tick } from '../ui/field.tsx'
import { ContractText, type Contract } from './contract-text.tsx'

const consents = consentTextsIn('en')

/** The text to sign, and the signature. Fettle asks for proof that the text was opened and read to its end. */
export function Signing({ contract }: { contract: Contract }): ReactNode {
  const { id, contentHash, signAs, reading } = contract
  const { coolingOffDays } = contract.document.content
  const [name, setName] = useState('')
  const [electronicRecords, setElectronicRecords] = useState(false)
  const [readAndAgree, setReadAndAgree] = useState(false)
  const [startEarlyConsent, setStartEarlyConsent] = useState(false)
  const end = useRef<HTMLParagraphElement>(null)

  useEffect(() => {
    const view = (toEnd: boolean) =>
      call('viewContract', { params: { id }, body: { contentHash, toEnd } }).then(refresh)
    const ignore = () => undefined
    // Who scrolls there again after the connection was lost reports it again.
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) void view(true).then(() => observer.disconnect(), ignore)
    })
    void view(false)
      .catch(ignore)
      .then(() => end.current && observer.observe(end.current))
    return () => observer.disconnect()
  }, [id, contentHash])

  const sign = () => {
    const signature = {
      contentHash,
      method: 'TYPED' as const,
      legalName: name,
      consents: { electronicRecords: true as const, readAndAgree: true as const },
      consentTextVersion: CONSENT_TEXT_VERSION,
      consentLocale: 'en' as const,
    }
    return call('signContract', { params: { id }, body: { signature, startEarlyConsent } })
  }
  const isReady = reading.readToEndAt !== null && electronicRecords && readAndAgree && name !== ''
  return (
    <>
      <Card title="The contract">
        <ContractText contract={contract} />
        <p ref={end} className="mt-4 text-sm text-muted">
          End of the contract, version {contract.currentVersion}.
        </p>
      </Card>
      <Card title="Sign">
        <Tick checked={electronicRecords} onChange={setElectronicRecords}>
          {consents.electronicRecords}
        </Tick>
        <Tick checked={readAndAgree} onChange={setReadAndAgree}>
          {consents.readAndAgree}
        </Tick>
        {coolingOffDays > 0 && (
          <Tick checked={startEarlyConsent} onChange={setStartEarlyConsent}>
            Optional: the work may start before my days to withdraw are over. If I withdraw, I pay what was done.
          </Tick>
        )}
        <div className="my-3">
          <TextField label={`Your full name, written as ${signAs}`} value={name} onChange={setName} />
        </div>
        <Button isDisabled={!isReady} onPress={sign}>
          Sign for {formatMoney(contract.total)}
        </Button>
      </Card>
    </>
  )
}
