import type { OfferDetails, OfferSummary } from '@fettle/protocol/offers'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { paths } from '../../routing/paths.ts'
import { ApiError } from '../../lib/http/api-error.ts'
import { conversationPath, returned } from '../../routing/conversation-path.ts'
import { useNow } from '../../lib/browser/now.ts'
import { useOpened } from '../../lib/browser/opened-records.ts'
import type { QueuedMutation } from '../../lib/offline/mutation-queue.ts'
import { useTitle } from '../../lib/browser/title.ts'
import { Missing } from '../../shared/errors/missing.tsx'
import { DocumentSkeleton } from '../../shared/documents/document-skeleton.tsx'
import { useDeleteDraft } from '../../shared/lists/use-delete-draft.ts'
import { useBack } from '../../routing/use-back.ts'
import { useSheetFromUrl } from '../../shared/documents/use-sheet-from-url.ts'
import type { Back } from '../../ui/navigation/back-link.tsx'
import { offerQuery, summaryOf } from './api.ts'
import { deleteDraft } from './drafts/delete-draft.ts'
import { LocalDraftNote } from './drafts/local-draft-note.tsx'
import { isLocalId, localIdOf } from './drafts/local-drafts.ts'
import { isUnsent } from './offer-deadline.ts'
import { nextStep, type OfferAct } from './next-step.ts'
import { OfferHead } from './detail/offer-head.tsx'
import { OfferMenu } from './detail/offer-menu.tsx'
import { titleOf } from './list/offer-rows.tsx'
import { StateNotes } from './detail/state-notes.tsx'
import { useLocalOffer, useServerId } from './drafts/use-local-drafts.ts'
import type { OfferSheetName } from './sheets/sheets.types.ts'
import { RequestSection } from './detail/request-section.tsx'
import { SentOffer, WritingFoot } from './detail/sent-offer.tsx'
import { Sheets } from './sheets/sheets.tsx'

const Editor = lazy(async () => ({
  default: (await import('./editor/editor.tsx')).Editor,
}))

const notFoundNotice = () => new ApiError({ status: 404, code: 'NOT_FOUND', message: '' })

/** Page of one offer: editor for drafts, document for sent ones, and the next action. */
export function Component() {
  const { id: requestedId = '' } = useParams()
  const id = useServerId(requestedId)
  const client = useQueryClient()
  const query = useQuery({ ...offerQuery(id), enabled: !isLocalId(id) })
  const localOffer = useLocalOffer(id)
  const cachedSummary = useMemo(() => summaryOf(client, id), [client, id])
  const [search] = useSearchParams()
  // An offer created offline now has a server id: replace the address without remounting.
  useEffect(() => {
    if (id !== requestedId)
      window.history.replaceState(window.history.state, '', `${paths.offer(id)}${window.location.search}`)
  }, [id, requestedId, search])
  const listSearch = new URLSearchParams(search)
  listSearch.delete('action')
  const from = search.get('from')
  const back = useBack(
    from === null
      ? { to: paths.offers + (listSearch.size > 0 ? `?${listSearch}` : ''), label: t`Offers` }
      : { to: conversationPath(from), label: t`Messages` },
  )
  const offer = isLocalId(id) ? localOffer.offer : query.data
  if (offer) return <Loaded key={localIdOf(id)} offer={offer} localMutation={localOffer.mutation} back={back} />
  if (isLocalId(id) ? !localOffer.isRead : query.isPending) return <Waiting summary={cachedSummary} back={back} />
  return (
    <Missing
      query={isLocalId(id) ? { ...query, error: notFoundNotice() } : query}
      title={{ gone: t`Offer not found`, failed: t`Offer` }}
      headings={{
        gone: <Trans>We couldn't find that offer.</Trans>,
        failed: <Trans>We couldn't load the offer.</Trans>,
      }}
      list={{ to: paths.offers, label: <Trans>All offers</Trans> }}
    />
  )
}

const sheetOf: Partial<Record<string, OfferSheetName>> = {
  pass: 'pass',
  withdraw: 'withdraw',
  extend: 'extend',
  cancel: 'cancel',
  convert: 'convert',
  contract: 'contract',
  remind: 'remind',
  duplicate: 'duplicate',
  'discard-draft': 'discard-draft',
}

interface LoadedProps {
  offer: OfferDetails
  /** The queued mutation of an offer that exists only here. */
  localMutation: QueuedMutation | undefined
  back: Back
}

function Loaded({ offer, localMutation, back }: LoadedProps) {
  const now = useNow()
  const client = useQueryClient()
  const [sheet, setSheet] = useState<OfferSheetName>()
  const [revising, setRevising] = useState(false)
  const navigate = useNavigate()
  const from = useSearchParams()[0].get('from')
  useTitle(titleOf(offer))
  // An offer that exists only here has no address yet.
  useOpened(isLocalId(offer.id) ? undefined : { ...offer, kind: 'OFFER', title: titleOf(offer) })
  const remove = useDeleteDraft(paths.offers)
  const act = (action: OfferAct) => {
    if (action === 'draft') setRevising(true)
    else if (action === 'remove') remove({ id: offer.id, name: titleOf(offer) }, () => deleteDraft(client, offer.id))
    else setSheet(sheetOf[action])
  }
  // An address deletes nothing.
  useSheetFromUrl(offer, (action) => action !== 'remove' && act(action as OfferAct))
  const unsent = isUnsent(offer) && offer.allowedActions.includes('draft')
  const writing = unsent || (revising && offer.allowedActions.includes('draft'))
  const wasWriting = useRef(writing)
  useEffect(() => {
    // Editor and document replace each other, and with them the button that was pressed.
    if (writing !== wasWriting.current && document.activeElement === document.body)
      document.getElementById('main')?.focus({ preventScroll: true })
    wasWriting.current = writing
  }, [writing])
  const menu = <OfferMenu offer={offer} onAct={act} {...(revising && { onClose: () => setRevising(false) })} />
  const head = (
    <>
      <OfferHead offer={offer} back={back} {...(!writing && nextStep(offer) === 'message' && { menu })} />
      {localMutation && <LocalDraftNote mutation={localMutation} />}
      <StateNotes
        offer={offer}
        now={now}
        writing={writing}
        onRevise={() => setRevising(true)}
        onOver={() => void client.invalidateQueries({ queryKey: offerQuery(offer.id).queryKey })}
      />
      {writing && offer.request && <RequestSection offer={offer} request={offer.request} now={now} />}
    </>
  )
  return (
    <>
      {writing ? (
        <Suspense fallback={<Waiting summary={offer} back={back} />}>
          <Editor
            offer={offer}
            now={now}
            head={head}
            menu={menu}
            foot={!localMutation && <WritingFoot offer={offer} now={now} />}
            onSent={() => {
              setRevising(false)
              if (from !== null) void navigate(conversationPath(from), { replace: true, state: returned })
            }}
          />
        </Suspense>
      ) : (
        <SentOffer offer={offer} now={now} head={head} menu={menu} onAct={act} />
      )}
      {sheet && (
        <Sheets
          sheet={sheet}
          offer={offer}
          now={now}
          onClose={() => setSheet(undefined)}
          onDiscarded={() => setRevising(false)}
        />
      )}
    </>
  )
}

const Waiting = ({ summary, back }: { summary: OfferSummary | undefined; back: Back }) => (
  <DocumentSkeleton head={summary && <OfferHead offer={summary} back={back} />} />
)
