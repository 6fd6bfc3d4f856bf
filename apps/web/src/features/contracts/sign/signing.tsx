import { sendContract } from '@fettle/protocol/contracts/calls'
import type { ContractDetails } from '@fettle/protocol/contracts'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { CircleCheck, ChevronLeft, MoveDown } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { ContractDocumentView } from '../detail/contract-document.tsx'
import { SignPanel } from './sign-panel.tsx'
import { useReadingProgress } from './use-reading-progress.ts'
import { useSign } from './use-sign.ts'

/** Shows only the document and the signature panel; signing requires reading to the end. */
export function Signing({ contract, onBack }: { contract: ContractDetails; onBack: () => void }) {
  const { document, contentHash, files, signAs, customer } = contract
  const wasRead = contract.reading.readToEndAt !== null
  const { scroller, end, ...reading } = useReadingProgress(contract.id, contentHash, wasRead)
  const { sign, busy, error, dialog } = useSign(contract)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const name = customer.name
  return (
    <div
      ref={scroller}
      className="h-full overflow-y-auto overscroll-contain"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling area must be reachable by keyboard
      tabIndex={0}
      role="region"
      aria-label={t`Read and sign`}
    >
      <div className="wide-content grid gap-5 px-4 py-5 md:px-8 md:py-8">
        <header className="grid gap-3">
          <Button
            variant="quiet"
            size="sm"
            className="-ms-5 -mt-2 justify-self-start text-text-muted"
            icon={<ChevronLeft size={20} aria-hidden="true" className="rtl:rotate-180" />}
            onClick={onBack}
          >
            <Trans>Back to the draft</Trans>
          </Button>
          <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold tracking-tight md:text-2xl">
            <Trans>Read and sign</Trans>
          </h1>
          <p className="text-text-muted">
            <Trans>After you sign, {name} has 14 days to sign.</Trans>
          </p>
          <p role="status" className="flex items-center gap-2 text-sm font-semibold">
            {reading.isRead ? (
              <>
                <CircleCheck size={18} aria-hidden="true" className="text-success" />
                <Trans>Read to the end</Trans>
              </>
            ) : (
              <>
                <MoveDown size={18} aria-hidden="true" className="text-warning" />
                <Trans>Read it to the end before you sign.</Trans>
              </>
            )}
          </p>
        </header>
        <Card className="px-5 py-7 md:px-12 md:py-12">
          <ContractDocumentView document={document} files={files} />
          <div ref={end} data-end className="mt-8 border-t border-line pt-4 text-center text-sm text-text-muted">
            <Trans>End of the contract</Trans>
          </div>
        </Card>
        <SignPanel
          document="CONTRACT"
          signAs={signAs}
          reading={reading}
          submit={<Trans>Sign and send</Trans>}
          busy={busy}
          error={error}
          onSign={(signed) =>
            void sign(sendContract, contentHash, signed).then(
              (answer) => answer && toast.success(t`Signed and sent`, { body: t`We've let ${name} know.` }),
            )
          }
        />
      </div>
      {dialog}
    </div>
  )
}
