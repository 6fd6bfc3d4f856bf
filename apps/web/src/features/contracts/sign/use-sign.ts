import type { ConsentTextVersion } from '@fettle/protocol/contracts/consent-texts'
import type { Locale } from '@fettle/i18n/locales'
import type { Call } from '@fettle/protocol/core/operation'
import type { ContractDetails } from '@fettle/protocol/contracts'
import { createUpload } from '@fettle/protocol/common/calls'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../../lib/http/api.ts'
import { ownTimeZone } from '../../../lib/format/dates.ts'
import { StepUpCancelled, useStepUp } from '../../../shared/step-up/use-step-up.tsx'
import { invalidateContracts, cacheContract } from '../api.ts'

/** Input of a signature: the name, and the drawing where there is one. */
export interface SignatureEntry {
  legalName: string
  drawn: Blob | undefined
  /** Version and language in which the consents were shown. */
  consentTextVersion: ConsentTextVersion
  consentLocale: Locale
}

/** Signs a contract or change order: uploads the drawing, proves the identity, then submits the name. */
export function useSign(contract: Pick<ContractDetails, 'id' | 'version'>) {
  const client = useQueryClient()
  const { guarded, dialog } = useStepUp()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  // The drawing is uploaded once, even when the name is corrected.
  const sent = useRef<{ drawn: Blob; id: string }>(undefined)

  const pictureOf = async (image: Blob): Promise<string> => {
    if (sent.current?.drawn === image) return sent.current.id
    const file = new File([image], 'signature.png', { type: 'image/png' })
    const { id } = await call(createUpload, { body: { purpose: 'SIGNATURE' }, file })
    sent.current = { drawn: image, id }
    return id
  }

  /** Resolves to the signed contract; undefined when refused or cancelled. */
  async function sign(
    operation: Call,
    contentHash: string,
    { legalName, drawn, consentTextVersion, consentLocale }: SignatureEntry,
    params: Record<string, string> = {},
  ): Promise<ContractDetails | undefined> {
    setBusy(true)
    setError(undefined)
    try {
      const imageFileId = drawn && (await pictureOf(drawn))
      const signature = {
        contentHash,
        method: drawn ? 'DRAWN' : 'TYPED',
        legalName,
        ...(imageFileId && { imageFileId }),
        consents: { electronicRecords: true, readAndAgree: true },
        consentTextVersion,
        consentLocale,
        timeZone: ownTimeZone(),
      }
      const body = { version: contract.version, signature }
      const signed = (await guarded(() =>
        call(operation, { params: { id: contract.id, ...params }, body }),
      )) as ContractDetails
      cacheContract(client, signed)
      return signed
    } catch (failed) {
      if (!(failed instanceof StepUpCancelled)) setError(failed)
      return undefined
    } finally {
      setBusy(false)
      invalidateContracts(client)
    }
  }
  return { sign, busy, error, dialog }
}
