import type { DisputeSummary, DisputeView } from '@fettle/protocol/disputes'
import {
  acceptSettlement,
  addDisputeEvidence,
  appealDispute,
  declineSettlement,
  getDispute,
  listDisputeCards,
  listDisputes,
  proposeSettlement,
  respondToDispute,
  withdrawDispute,
} from '@fettle/protocol/disputes/calls'
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { clearDraft } from '../../lib/forms/form-drafts.ts'
import { call } from '../../lib/http/api.ts'
import { callOnce } from '../../lib/http/call-once.ts'
import { cardQueryOf } from '../../lib/http/card-query.ts'
import { pagesOf } from '../../shared/lists/pages.ts'
import { queryOf } from '../../lib/http/query.ts'
import { uploadEvidence } from '../../shared/forms/upload-evidence.ts'

const MAX_CARDS = 50

/** Tabs of the list with their statuses. */
export const disputeTabs = {
  open: ['OPEN', 'NEGOTIATION', 'UNDER_REVIEW'],
  settled: ['RESOLVED', 'WITHDRAWN'],
} as const
export type DisputeTab = keyof typeof disputeTabs

export const disputesQuery = (tab: DisputeTab) =>
  pagesOf(listDisputes, { query: { status: disputeTabs[tab].join(',') } })

export const disputeQuery = (id: string) => queryOf(getDispute, { params: { id } })

export const disputeCardQuery = cardQueryOf<DisputeSummary>(listDisputeCards, MAX_CARDS)

/** Actions of a provider in a dispute. */
export type DisputeStep =
  | { action: 'respond'; statement: string }
  | { action: 'propose'; amountToProvider?: number | undefined; note: string }
  | { action: 'accept'; proposalId: string }
  | { action: 'decline'; proposalId: string }
  | { action: 'evidence'; files: readonly File[]; note: string }
  | { action: 'withdraw' }
  | { action: 'appeal'; note: string }

async function send({ id, version }: Pick<DisputeView, 'id' | 'version'>, step: DisputeStep): Promise<DisputeView> {
  const params = { id }
  switch (step.action) {
    case 'respond':
      return call(respondToDispute, { params, body: { version, statement: step.statement } })
    case 'propose': {
      const { amountToProvider, note } = step
      return call(proposeSettlement, { params, body: { version, amountToProvider, note } })
    }
    case 'accept':
      return call(acceptSettlement, { params: { id, proposalId: step.proposalId }, body: { version } })
    case 'decline':
      return call(declineSettlement, { params: { id, proposalId: step.proposalId }, body: { version } })
    case 'evidence': {
      const fileIds = await uploadEvidence(step.files)
      // Evidence does not depend on the version, so that concurrent changes do not reject it.
      return callOnce(addDisputeEvidence, { params, body: { fileIds, ...(step.note && { note: step.note }) } })
    }
    case 'withdraw':
      return call(withdrawDispute, { params, body: { version } })
    case 'appeal':
      return call(appealDispute, { params, body: { version, note: step.note } })
  }
}

/** Name of the draft of a step. */
export const stepDraft = ({ id }: Pick<DisputeView, 'id'>, action: DisputeStep['action']): string =>
  `dispute-${action}:${id}`

/** Mutation of a dispute. Needs a connection: nothing is queued. */
export const stepDispute = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ dispute, step }: { dispute: Pick<DisputeView, 'id' | 'version'>; step: DisputeStep }) =>
      send(dispute, step),
    onSuccess: (dispute, { step }) => {
      clearDraft(stepDraft(dispute, step.action))
      client.setQueryData(disputeQuery(dispute.id).queryKey, dispute)
    },
    onSettled: () =>
      Promise.all(
        ['disputes', 'bookings', 'contracts', 'invoices', 'earnings'].map((noun) =>
          client.invalidateQueries({ queryKey: [noun] }),
        ),
      ),
  })
