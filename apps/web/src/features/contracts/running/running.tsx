import type { ContractDetails } from '@fettle/protocol/contracts'
import { startMilestone } from '@fettle/protocol/contracts/calls'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { MessageSquare, Pencil, PenLine, Play, Send } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { customersPath } from '../../../routing/conversation-path.ts'
import { SentDocument } from '../../../shared/documents/document-frame.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { DisputeEntry } from '../../../shared/disputes/dispute-entry.tsx'
import { ContractDocumentView } from '../detail/contract-document.tsx'
import { isMessageNext, nextStep } from '../next-step.ts'
import { ProgressBar } from '../progress-bar.tsx'
import type { ContractSheetName } from '../sheets/sheets.types.ts'
import { useContractAction } from '../use-contract-action.ts'
import { actionLabel } from '../labels.ts'
import { AuditSection } from './audit-section.tsx'
import { ChangeOrdersSection } from './change-orders-section.tsx'
import { MilestonesSection } from './milestones-section.tsx'
import { PaymentsSection } from './payments-section.tsx'
import { SignaturesSection } from './signatures-section.tsx'

interface RunningProps {
  contract: ContractDetails
  now: Date
  head: ReactNode
  menu: ReactNode
  onOpen: (sheet: ContractSheetName, id?: string) => void
}

/** A sent or signed contract: milestones, change orders, document, signatures and audit trail. */
export function Running({ contract, now, head, menu, onOpen }: RunningProps) {
  const { document, files, activatedAt, amendments, progress } = contract
  const changes = useRef<HTMLDivElement>(null)
  const [search] = useSearchParams()
  const section = search.get('section')
  useEffect(() => {
    if (section === 'change-orders') changes.current?.scrollIntoView({ block: 'start' })
  }, [section])
  const step = <Step contract={contract} onOpen={onOpen} />
  const documentLink = (
    <Card className="px-5 py-7 md:px-10 md:py-10">
      <ContractDocumentView document={document} files={files} />
    </Card>
  )
  return (
    <SentDocument
      head={head}
      actions={
        <>
          {step}
          {menu}
        </>
      }
      isInHead={isMessageNext(contract)}
      aside={
        <>
          <SignaturesSection contract={contract} now={now} />
          {activatedAt && <PaymentsSection contract={contract} />}
          <DisputeEntry
            subject={{ type: 'CONTRACT', id: contract.id }}
            mayOpen={contract.allowedActions.includes('dispute')}
            disputeId={contract.disputeId}
            isOpen
          />
          <AuditSection contract={contract} now={now} />
        </>
      }
    >
      {activatedAt && (
        <>
          <ProgressBar progress={progress} />
          <MilestonesSection contract={contract} now={now} onOpen={onOpen} />
          <div ref={changes} className="scroll-mt-4">
            {(amendments.length > 0 || contract.allowedActions.includes('amend')) && (
              <ChangeOrdersSection contract={contract} now={now} onOpen={onOpen} />
            )}
          </div>
        </>
      )}
      {activatedAt ? (
        <details className="group">
          <summary className="inline-flex min-h-11 items-center text-lg font-semibold underline">
            <Trans>Document</Trans>
          </summary>
          <div className="pt-2">{documentLink}</div>
        </details>
      ) : (
        documentLink
      )}
    </SentDocument>
  )
}

/** Primary action of a running contract. */
function Step({ contract, onOpen }: Pick<RunningProps, 'contract' | 'onOpen'>) {
  const { name, id } = contract.customer
  const action = useContractAction(contract)
  const step = nextStep(contract)
  switch (step.do) {
    case 'revise':
      return (
        <Button icon={<Pencil size={18} aria-hidden="true" />} onClick={() => onOpen('edit')}>
          {actionLabel('edit')}
        </Button>
      )
    case 'resume':
      return (
        <Button icon={<Play size={18} aria-hidden="true" />} onClick={() => onOpen('resume')}>
          {actionLabel('resume')}
        </Button>
      )
    case 'answer-end':
      return <Button onClick={() => onOpen('accept-termination')}>{actionLabel('accept-termination')}</Button>
    case 'sign-change':
      return (
        <Button icon={<PenLine size={18} aria-hidden="true" />} onClick={() => onOpen('change', step.amendmentId)}>
          <Trans>Review change order</Trans>
        </Button>
      )
    case 'submit': {
      const { id: milestoneId, title } = step.milestone
      return (
        <Button
          className="max-w-sm min-w-0"
          icon={<Send size={18} aria-hidden="true" />}
          onClick={() => onOpen('submit', milestoneId)}
        >
          <span dir="auto" className="min-w-0 truncate">{t`Submit: ${title}`}</span>
        </Button>
      )
    }
    case 'start': {
      const { id: milestoneId, title } = step.milestone
      return (
        <Button
          className="max-w-sm min-w-0"
          icon={<Play size={18} aria-hidden="true" />}
          busy={action.busy}
          onClick={() =>
            void action
              .run(startMilestone, { params: { milestoneId }, body: { version: contract.version } })
              .then((started) =>
                started ? toast.success(t`Milestone started`) : toast.error(t`We couldn't start it. Try again.`),
              )
          }
        >
          <span dir="auto" className="min-w-0 truncate">{t`Start: ${title}`}</span>
        </Button>
      )
    }
    case 'write':
    case 'wait':
    case 'await-approval':
    case 'nothing':
      return (
        <Link to={customersPath(id)} className={buttonClass({ variant: 'secondary' })}>
          <MessageSquare size={18} aria-hidden="true" />
          <Trans>Message {name}</Trans>
        </Link>
      )
  }
}
