import type { ContractDetails } from '@fettle/protocol/contracts'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { momentText, ownTimeZone } from '../../../lib/format/dates.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { savePdf } from '../save-pdf.ts'
import { VersionDialog } from './version-dialog.tsx'

/** Public verification page; needs no account. */
const CHECK_PAGE_PATH = '/v2/public/contracts/check'

/** Signatures by version with time and method; versions can be read or downloaded. */
export function SignaturesSection({ contract, now }: { contract: ContractDetails; now: Date }) {
  const { signatures, versions, customer, files } = contract
  const name = customer.name
  const [read, setRead] = useState<number>()
  const isSigned = (party: string) => signatures.some((each) => each.party === party && each.voidedAt === null)
  return (
    <Card className="grid content-start gap-4 p-4 md:p-5">
      <h2 className="text-sm font-semibold text-text-muted">
        <Trans>Signatures</Trans>
      </h2>
      <ul className="grid gap-4">
        {signatures.map((signature) => {
          const picture = files.find(({ id }) => id === signature.imageFileId)
          const { legalName, signedAt, voidedAt, versionNumber } = signature
          return (
            <li key={`${signature.party} ${signedAt}`}>
              {picture ? (
                <img
                  src={picture.url}
                  alt={t`Signature of ${legalName}`}
                  className="h-16 rounded-control border border-line bg-[#fff] object-contain px-2"
                />
              ) : (
                <p className={`font-serif text-xl italic ${voidedAt ? 'text-text-muted line-through' : ''}`}>
                  {legalName}
                </p>
              )}
              <p className="mt-1 text-sm font-medium">
                {legalName}
                {versionNumber !== null && (
                  <span className="font-normal text-text-muted">
                    {' · '}
                    <Trans>version {versionNumber}</Trans>
                  </span>
                )}
              </p>
              <p className="text-sm text-text-muted tabular-nums">{momentText(signedAt, ownTimeZone(), now)}</p>
              {voidedAt && (
                <p className="text-sm font-semibold text-danger">
                  {versionNumber !== contract.document.number ? (
                    <Trans>Void: text changed</Trans>
                  ) : contract.status === 'VOIDED' ? (
                    <Trans>Void: contract cancelled</Trans>
                  ) : (
                    <Trans>Void: changes requested</Trans>
                  )}
                </p>
              )}
            </li>
          )
        })}
        {!isSigned('CUSTOMER') && contract.status === 'PENDING_SIGNATURES' && (
          <li className="text-sm text-text-muted">
            <Trans>{name} hasn't signed yet.</Trans>
          </li>
        )}
        {signatures.length === 0 && (
          <li className="text-sm text-text-muted">
            <Trans>Nobody has signed yet.</Trans>
          </li>
        )}
      </ul>
      <p className="text-xs text-text-muted">
        <Trans>Simple electronic signatures (SES)</Trans>
      </p>
      {contract.activatedAt && (
        <p className="text-sm">
          <Trans>
            Anyone with the PDF can{' '}
            <a href={CHECK_PAGE_PATH} target="_blank" rel="noreferrer" className="font-semibold underline">
              check that it's genuine
            </a>
            .
          </Trans>
        </p>
      )}
      {versions.length > 0 && (
        <ul className="grid gap-2" aria-label={t`Versions`}>
          {versions.map(({ number }) => (
            <li key={number} className="flex items-center gap-2">
              <Button size="sm" variant="secondary" className="flex-1" onClick={() => setRead(number)}>
                <Trans>Read version {number}</Trans>
              </Button>
              <IconButton
                label={t`Version ${number} (PDF)`}
                icon={<FileDown size={18} />}
                onClick={() => void savePdf(contract, number)}
              />
            </li>
          ))}
        </ul>
      )}
      {read !== undefined && <VersionDialog contract={contract} number={read} onClose={() => setRead(undefined)} />}
    </Card>
  )
}
