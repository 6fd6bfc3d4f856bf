import { contractCardsMax } from '@fettle/protocol/contracts/constants'
import { listContractCards } from '@fettle/protocol/contracts/calls'
import type { ContractCard } from '@fettle/protocol/contracts'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../../routing/paths.ts'
import { useNow } from '../../../lib/browser/now.ts'
import { cardQueryOf } from '../../../lib/http/card-query.ts'
import { CardFrame } from '../../../shared/cards/card-frame.tsx'
import { LoadableCard } from '../../../shared/cards/loadable-card.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { ContractLines } from '../list/contract-rows.tsx'
import { titleOf } from '../labels.ts'

const contractCardQuery = cardQueryOf<ContractCard>(listContractCards, contractCardsMax)

/** Contract card of a conversation: status, progress and a link to the next step. */
export const ChatCard = ({ id }: { id: string }) => (
  <LoadableCard
    query={useQuery(contractCardQuery(id))}
    gone={<Trans>This contract no longer exists</Trans>}
    failed={<Trans>We couldn't load the contract.</Trans>}
  >
    {(card) => <LoadedCard card={card} />}
  </LoadableCard>
)

/** Signing happens on the contract's own page, where the text can be read to its end. */
function LoadedCard({ card }: { card: ContractCard }) {
  const now = useNow()
  const isMyTurn = card.allowedActions.includes('send') || card.status === 'CHANGES_REQUESTED'
  return (
    <CardFrame label={titleOf(card)}>
      <Link
        to={paths.contract(card.id)}
        className="-m-2 block rounded-control p-2 transition-colors hover:bg-surface-hover active:bg-surface-hover"
      >
        <ContractLines contract={card} now={now} />
      </Link>
      <Link
        to={paths.contract(card.id)}
        className={buttonClass({ variant: isMyTurn ? 'primary' : 'secondary', size: 'sm' })}
      >
        {card.status === 'DRAFT' ? (
          <Trans>Complete and sign</Trans>
        ) : card.status === 'CHANGES_REQUESTED' ? (
          <Trans>Edit</Trans>
        ) : (
          <Trans>Open the contract</Trans>
        )}
      </Link>
    </CardFrame>
  )
}
