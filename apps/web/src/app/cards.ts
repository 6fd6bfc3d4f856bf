import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import { lazy, type ComponentType } from 'react'
import { paths } from '../routing/paths.ts'
import { loadWithMessages } from '../routing/loader.ts'

/** What a drawer is given: which one it is. It keeps the height of its place while it loads. */
export interface CardRendererProps {
  id: string
}

/** How something of the product is shown in a conversation. */
export interface CardKind {
  /** Its own page. */
  to: (id: string) => string
  open: MessageDescriptor
  /** Draws it as it stands. Without one there is a line with the way to it. */
  Renderer?: ComponentType<CardRendererProps>
}

const BookingCard = lazy(async () => ({
  default: (await loadWithMessages('bookings/chat-card', import('../features/bookings/chat-card.tsx'))).ChatCard,
}))

const OfferCard = lazy(async () => ({
  default: (await loadWithMessages('offers/chat-card', import('../features/offers/chat-card.tsx'))).ChatCard,
}))

const InvoiceCard = lazy(async () => ({
  default: (await loadWithMessages('invoices/chat-card', import('../features/invoices/chat-card.tsx'))).ChatCard,
}))

const ContractCard = lazy(async () => ({
  default: (await loadWithMessages('contracts/chat-card', import('../features/contracts/chat-card.tsx'))).ChatCard,
}))

const DisputeCard = lazy(async () => ({
  default: (await loadWithMessages('disputes/chat-card', import('../features/disputes/chat-card.tsx'))).ChatCard,
}))

/** Agrees a job with a customer, from a conversation with them. */
export const NewBooking = lazy(async () => ({
  default: (
    await loadWithMessages('bookings/sheets/new-booking', import('../features/bookings/sheets/new-booking.tsx'))
  ).NewBooking,
}))

/** What the app may say in a conversation, by the type of its cards: here, and nowhere else, features meet the chat. */
export const cardKinds: Readonly<Record<string, CardKind>> = {
  booking: { to: paths.booking, open: msg`Open the booking`, Renderer: BookingCard },
  offer: { to: paths.offer, open: msg`Open the offer`, Renderer: OfferCard },
  invoice: { to: paths.invoice, open: msg`Open the invoice`, Renderer: InvoiceCard },
  contract: { to: paths.contract, open: msg`Open the contract`, Renderer: ContractCard },
  dispute: { to: paths.dispute, open: msg`Open the dispute`, Renderer: DisputeCard },
}
