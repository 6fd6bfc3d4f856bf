import type { ContractDetails, ContractSummary } from '@fettle/protocol/contracts'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { paths } from '../../routing/paths.ts'
import { useNow } from '../../lib/browser/now.ts'
import { useOpened } from '../../lib/browser/opened-records.ts'
import { useConnection } from '../../lib/http/connection.ts'
import { useTitle } from '../../lib/browser/title.ts'
import { Missing } from '../../shared/errors/missing.tsx'
import { DocumentSkeleton } from '../../shared/documents/document-skeleton.tsx'
import { useDeleteDraft } from '../../shared/lists/use-delete-draft.ts'
import { useBack } from '../../routing/use-back.ts'
import { useSheetFromUrl } from '../../shared/documents/use-sheet-from-url.ts'
import { toast } from '../../ui/feedback/toast.ts'
import type { Back } from '../../ui/navigation/back-link.tsx'
import { contractQuery, deleteDraft, summaryOf } from './api.ts'
import { ContractHead } from './detail/contract-head.tsx'
import { ContractMenu } from './detail/contract-menu.tsx'
import { isMessageNext, type OtherContractAction } from './next-step.ts'
import type { OpenContractSheet, ContractSheetName } from './sheets/sheets.types.ts'
import { StateNotes } from './detail/state-notes.tsx'
import { titleOf } from './labels.ts'
import { Signing } from './sign/signing.tsx'
import { Running } from './running/running.tsx'
import { WorkReview } from '../../shared/reviews/work-review.tsx'
import { Sheets } from './sheets/sheets.tsx'
import { savePdf } from './save-pdf.ts'

const Editor = lazy(async () => ({
  default: (await import('./editor/editor.tsx')).Editor,
}))

/** Page of one contract: editing, signing, progress, and the next action. */
export function Component() {
  const { id = '' } = useParams()
  const client = useQueryClient()
  const query = useQuery(contractQuery(id))
  const cachedSummary = useMemo(() => summaryOf(client, id), [client, id])
  const [search] = useSearchParams()
  const listSearch = new URLSearchParams(search)
  listSearch.delete('action')
  const back = useBack({ to: paths.contracts + (listSearch.size > 0 ? `?${listSearch}` : ''), label: t`Contracts` })
  if (query.data) return <Loaded key={id} contract={query.data} back={back} />
  if (query.isPending) return <Waiting summary={cachedSummary} back={back} />
  return (
    <Missing
      query={query}
      title={{ gone: t`Contract not found`, failed: t`Contract` }}
      headings={{
        gone: <Trans>We couldn't find that contract.</Trans>,
        failed: <Trans>We couldn't load the contract.</Trans>,
      }}
      list={{ to: paths.contracts, label: <Trans>All contracts</Trans> }}
    />
  )
}

function Loaded({ contract, back }: { contract: ContractDetails; back: Back }) {
  const now = useNow()
  const client = useQueryClient()
  const [sheet, setSheet] = useState<OpenContractSheet>()
  const [signing, setSigning] = useState(false)
  useTitle(titleOf(contract))
  useOpened({ ...contract, kind: 'CONTRACT', title: titleOf(contract) })
  const isConnected = useConnection()
  // Actions on a contract need a connection, and so does loading their sheets.
  const connected = (go: () => void) => (isConnected ? go() : toast.error(t`You need a connection for this.`))
  const open = (name: ContractSheetName, id?: string) => connected(() => setSheet({ name, id }))
  const remove = useDeleteDraft(paths.contracts)
  const act = (action: OtherContractAction) =>
    action === 'remove'
      ? connected(() => remove({ id: contract.id, name: titleOf(contract) }, () => deleteDraft(client, contract.id)))
      : open(action)
  useSheetFromUrl(
    contract,
    (action) => {
      if (action === 'pdf') void savePdf(contract)
      // An address deletes nothing.
      else if (action !== 'remove') open(action as ContractSheetName)
    },
    ['pdf'],
  )
  const writing = contract.status === 'DRAFT' && contract.allowedActions.includes('edit')
  // After signing, the signing view closes and does not reopen when the contract becomes a draft again.
  const isOver = signing && !writing
  const closeSigning = () => {
    setSigning(false)
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  useEffect(() => {
    if (isOver) closeSigning()
  }, [isOver])
  const menu = <ContractMenu contract={contract} onAct={act} />
  const head = (
    <>
      <ContractHead contract={contract} back={back} {...(!writing && isMessageNext(contract) && { menu })} />
      <StateNotes
        contract={contract}
        now={now}
        onAct={act}
        onOver={() => void client.invalidateQueries({ queryKey: contractQuery(contract.id).queryKey })}
      />
      {contract.status === 'COMPLETED' && (
        <WorkReview work={{ type: 'CONTRACT', id: contract.id }} customerName={contract.customer.name} now={now} />
      )}
    </>
  )
  return (
    <>
      {writing && signing && contract.allowedActions.includes('send') ? (
        <Signing contract={contract} onBack={closeSigning} />
      ) : writing ? (
        <Suspense fallback={<Waiting summary={contract} back={back} />}>
          <Editor contract={contract} head={head} menu={menu} onSign={() => connected(() => setSigning(true))} />
        </Suspense>
      ) : (
        <Running contract={contract} now={now} head={head} menu={menu} onOpen={open} />
      )}
      {sheet && (
        <Sheets sheet={sheet} contract={contract} now={now} onOpen={open} onClose={() => setSheet(undefined)} />
      )}
    </>
  )
}

const Waiting = ({ summary, back }: { summary: ContractSummary | undefined; back: Back }) => (
  <DocumentSkeleton head={summary && <ContractHead contract={summary} back={back} />} />
)
