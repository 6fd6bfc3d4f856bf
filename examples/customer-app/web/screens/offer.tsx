import type { Result } from '@fettle/protocol'
import { useEffect, useState, type ReactNode } from 'react'
import type { Operations } from '../../src/operations.ts'
import { call } from '../lib/api.ts'
import { formatMoment, formatMoney, formatQuantity, formatSlot } from '../lib/format.ts'
import { useLoaded } from '../lib/live.ts'
import { linkTo } from '../lib/route.ts'
import { session } from '../lib/session.ts'
import { PromptButton } from '../ui/prompt-button.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Card, Facts } from '../ui/card.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { TextField, Tick } from '../ui/field.tsx'
import { LoadError, Page, Waiting } from '../ui/page.tsx'
import { openConversation } from './provider.tsx'

type Offer = Result<Operations['getOffer']>
type Revision = NonNullable<Offer['currentRevision']>
type Line = Revision['content']['lineItems'][number]

/** A quote: asked for, then read, chosen from and accepted. */
export function OfferPage({ id }: { id: string }): ReactNode {
  const { data: offer, error } = useLoaded(id, () => call('getOffer', { params: { id } }))
  const isNew = offer?.status === 'SENT'
  useEffect(() => {
    // The provider learns that it was read.
    if (isNew) call('viewOffer', { params: { id }, body: {} }).catch(() => undefined)
  }, [id, isNew])
  if (!offer) return <Waiting error={error} />
  const { currentRevision: revision, request, status, provider, convertedTo, validUntil, acceptance } = offer
  return (
    <Page title={revision?.content.title ?? request?.title ?? 'Quote'} back={linkTo('work')} status={status}>
      <Card
        facts={[
          ['Provider', provider.name],
          ['Valid until', validUntil && !acceptance ? formatMoment(validUntil) : null],
          ['Accepted total', acceptance && formatMoney(acceptance.total)],
        ]}
      >
        {revision?.content.messageToCustomer && (
          <p className="mt-3 whitespace-pre-line">{revision.content.messageToCustomer}</p>
        )}
        {!revision && (
          <p className="mt-3 text-muted">
            {status === 'REQUESTED' || status === 'DRAFT'
              ? `${provider.name} is preparing your quote.`
              : `${provider.name} has not sent a quote.`}
          </p>
        )}
      </Card>
      {revision && <Choices key={revision.contentHash} offer={offer} revision={revision} />}
      {convertedTo && (
        <ButtonLink href={linkTo(convertedTo.type === 'BOOKING' ? 'bookings' : 'contracts', convertedTo.id)}>
          {convertedTo.type === 'BOOKING' ? 'View the job' : 'View the contract'}
        </ButtonLink>
      )}
    </Page>
  )
}

const isOption = ({ optional, optionGroupId }: Line) => optional || Boolean(optionGroupId)

/** How many of a group's lines can be chosen. */
function howMany({ minSelect, maxSelect }: Revision['content']['optionGroups'][number]): string {
  if (minSelect === maxSelect) return `Choose ${maxSelect}`
  return minSelect === 0 ? `Choose up to ${maxSelect}` : `Choose ${minSelect} to ${maxSelect}`
}

/** Amounts between the lines and the total, without those that are zero, so that the column adds up. */
function sumsOf({ totals, content }: Pick<Revision, 'totals' | 'content'>, show: (amount: number) => string) {
  const { subtotal, lineDiscounts, orderDiscount, taxes } = totals
  const tax = content.taxMode === 'INCLUSIVE' ? 'Including tax' : 'Tax'
  const discount = lineDiscounts + orderDiscount
  const charged = taxes.filter(({ amount }) => amount > 0)
  if (discount === 0 && charged.length === 0) return []
  return [
    ['Subtotal', show(subtotal)],
    ['Discount', discount > 0 ? `−${show(discount)}` : null],
    ...charged.map(({ rateBps, amount }) => [`${tax} (${rateBps / 100}%)`, show(amount)] as const),
  ] as const
}

/** The lines with the customer's choices, then as accepted. Fettle calculates the total. */
function Choices({ offer, revision }: { offer: Offer; revision: Revision }): ReactNode {
  const { id, allowedActions, providerId, acceptance } = offer
  const { content, currency } = revision
  const options = content.lineItems.filter(isOption)
  const asSent = options.filter(({ selected }) => selected).map((line) => line.id)
  const [choice, setChosen] = useState(asSent)
  const [quantities, setQuantities] = useState<Record<string, string>>({})
  const chosen = acceptance?.selections.lineIds ?? choice
  // Times that have passed cannot be agreed any more.
  const [times] = useState(() =>
    content.proposedSlots
      .map((slot, index) => ({ slot, index }))
      .filter(({ slot }) => Date.parse(slot.startAt) > Date.now()),
  )
  const [slotIndex, setSlotIndex] = useState(times[0]?.index)
  const mayAccept = allowedActions.includes('accept')
  const lines = mayAccept
    ? content.lineItems
    : content.lineItems.filter((line) => !isOption(line) || chosen.includes(line.id))
  const groupOf = ({ optionGroupId }: Line) => content.optionGroups.find((group) => group.id === optionGroupId)
  /** The group of a line if only one of its lines can be chosen. */
  const alternatives = (line: Line) => {
    const group = groupOf(line)
    return group?.maxSelect === 1 ? group.id : undefined
  }

  const choose = (line: Line, isOn: boolean) => {
    const group = alternatives(line)
    const replaced = options.filter((each) => each.id === line.id || (group && each.optionGroupId === group))
    const kept = chosen.filter((each) => !replaced.some(({ id }) => id === each))
    setChosen(isOn ? [...kept, line.id] : kept)
  }
  /** Radio buttons cannot be cleared by pressing them again. */
  const chooseNone = (groupId: string) => {
    const members = options.filter((each) => each.optionGroupId === groupId)
    setChosen(chosen.filter((each) => !members.some(({ id: lineId }) => lineId === each)))
  }
  const selections = { lineIds: chosen, quantities }
  const choices = JSON.stringify(selections)
  const { data: calculated, error } = useLoaded(choices, async () =>
    acceptance || choices === JSON.stringify({ lineIds: asSent, quantities: {} })
      ? revision.totals
      : call('calculateOffer', { params: { id }, body: { selections } }),
  )
  const totals = acceptance?.totals ?? calculated
  const accept = () =>
    call('acceptOffer', {
      params: { id },
      body: {
        revisionNumber: revision.revisionNumber ?? 1,
        contentHash: revision.contentHash ?? '',
        selections,
        signerName: session.name,
        ...(slotIndex !== undefined && { slotIndex }),
      },
    })
  const show = (amount: number) => formatMoney({ amount, currency })
  const lineOf = (line: Line) => {
    const { quantity, gross } = (totals ?? revision.totals).lines.find((each) => each.id === line.id) ?? {
      ...line,
      gross: 0,
    }
    const range = mayAccept && line.customerQuantity
    const isCalculated = totals !== undefined || !range
    const label = (
      <span className="flex justify-between gap-3">
        <span className="min-w-0 [overflow-wrap:anywhere]">
          {line.name}
          {isCalculated && quantity !== '1' && (
            <span className="whitespace-nowrap text-muted"> × {formatQuantity({ ...line, quantity })}</span>
          )}
        </span>
        <span className="shrink-0 font-medium">{isCalculated ? show(gross) : '…'}</span>
      </span>
    )
    return (
      <li key={line.id} className="py-1">
        {isOption(line) && mayAccept ? (
          <Tick group={alternatives(line)} checked={chosen.includes(line.id)} onChange={(isOn) => choose(line, isOn)}>
            {label}
          </Tick>
        ) : (
          <div className="py-2">{label}</div>
        )}
        {range && (
          <div className="pb-2">
            <TextField
              label={`How many of “${line.name}”? ${range.min} to ${range.max}`}
              inputMode="decimal"
              value={quantities[line.id] ?? line.quantity}
              onChange={(text) => setQuantities({ ...quantities, [line.id]: text })}
            />
          </div>
        )}
      </li>
    )
  }
  const total = totals && show(totals.total)
  return (
    <>
      <Card title="What you get">
        <ul className="divide-y divide-line">{lines.filter((line) => !groupOf(line)).map(lineOf)}</ul>
        {content.optionGroups.map((group) => {
          const members = lines.filter((line) => groupOf(line) === group)
          return (
            members.length > 0 && (
              <fieldset key={group.id} className="mt-3 border-t border-line pt-3">
                <legend className="float-start w-full font-medium">
                  {group.name} {mayAccept && <span className="font-normal text-muted">{howMany(group)}</span>}
                </legend>
                <ul className="clear-both divide-y divide-line">
                  {members.map(lineOf)}
                  {mayAccept && group.minSelect === 0 && group.maxSelect === 1 && (
                    <li className="py-1">
                      <Tick
                        group={group.id}
                        checked={!members.some(({ id: lineId }) => chosen.includes(lineId))}
                        onChange={() => chooseNone(group.id)}
                      >
                        None of these
                      </Tick>
                    </li>
                  )}
                </ul>
              </fieldset>
            )
          )
        })}
        <div className="mt-3 grid gap-2.5 border-t border-line pt-3">
          {totals && <Facts facts={sumsOf({ totals, content }, show)} />}
          <p className="flex justify-between text-lg font-bold">
            Total <output>{total ?? '…'}</output>
          </p>
          {totals && totals.deposit > 0 && <Facts facts={[['To pay first, as a deposit', show(totals.deposit)]]} />}
        </div>
        {error && <LoadError error={error} />}
      </Card>
      {slotIndex !== undefined && mayAccept && (
        <Card title="When?">
          {times.map(({ slot, index }) => (
            <Tick key={slot.startAt} group="slot" checked={slotIndex === index} onChange={() => setSlotIndex(index)}>
              {formatSlot(slot, revision.timeZone)}
            </Tick>
          ))}
        </Card>
      )}
      <div className="grid gap-2 sm:grid-cols-2">
        {mayAccept && (
          // What is accepted is what the button says.
          <Button isDisabled={total === undefined} onPress={accept}>
            {total === undefined ? 'Accept' : `Accept for ${total}`}
          </Button>
        )}
        <Button variant="secondary" onPress={() => openConversation(providerId)}>
          Message
        </Button>
        {allowedActions.includes('undo-acceptance') && (
          <ConfirmButton
            variant="secondary"
            title="Undo the acceptance?"
            text="The quote is open again, and you can choose, decline or ask for changes."
            confirm="Undo it"
            onConfirm={() => call('undoAcceptance', { params: { id }, body: {} })}
          >
            Undo the acceptance
          </ConfirmButton>
        )}
        {allowedActions.includes('request-changes') && (
          <PromptButton
            title="What should change?"
            onSend={(note) => call('requestOfferChanges', { params: { id }, body: { note } })}
          >
            Ask for changes
          </PromptButton>
        )}
        {allowedActions.includes('decline') && (
          <PromptButton
            variant="danger"
            title="Decline this quote?"
            label="Note (optional)"
            reasons={declineReasons}
            onSend={(note, reasonCode) => call('declineOffer', { params: { id }, body: { reasonCode, note } })}
          >
            Decline
          </PromptButton>
        )}
      </div>
    </>
  )
}

const declineReasons = {
  PRICE_TOO_HIGH: 'Too expensive',
  CHOSE_OTHER: 'I chose somebody else',
  TIMING: 'The time does not suit me',
  NO_LONGER_NEEDED: 'No longer needed',
}
