import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import { lazy, type ComponentType } from 'react'
import { paths } from '../routing/paths.ts'

/** Props of a card renderer. A card keeps the height of its placeholder while it loads. */
export interface CardRendererProps {
  id: string
}

/** How a conversation shows a booking, offer or contract. */
export interface CardKind {
  /** Address of the record's own page. */
  to: (id: string) => string
  open: MessageDescriptor
  /** Draws the card. Without a renderer, one line links to the record's page. */
  Renderer?: ComponentType<CardRendererProps>
}

const BookingCard = lazy(async () => ({
  default: (await import('../features/bookings/chat-card/chat-card.tsx')).ChatCard,
}))

const OfferCard = lazy(async () => ({
  default: (await import('../features/offers/chat-card/chat-card.tsx')).ChatCard,
}))

const InvoiceCard = lazy(async () => ({
  default: (await import('../features/invoices/chat-card.tsx')).ChatCard,
}))

const ContractCard = lazy(async () => ({
  default: (await import('../features/contracts/chat-card/chat-card.tsx')).ChatCard,
}))

const DisputeCard = lazy(async () => ({
  default: (await import('../features/disputes/chat-card.tsx')).ChatCard,
}))

/** Dialog that creates a booking from a conversation with a customer. */
export const NewBooking = lazy(async () => ({
  default: (await import('../features/bookings/sheets/new-booking.tsx')).NewBooking,
}))

/** Card kinds by type. This is the only place where features meet the chat. */
export const cardKinds: Readonly<Record<string, CardKind>> = {
  booking: { to: paths.booking, open: msg`Open the booking`, Renderer: BookingCard },
  offer: { to: paths.offer, open: msg`Open the offer`, Renderer: OfferCard },
  invoice: { to: paths.invoice, open: msg`Open the invoice`, Renderer: InvoiceCard },
  contract: { to: paths.contract, open: msg`Open the contract`, Renderer: ContractCard },
  dispute: { to: paths.dispute, open: msg`Open the dispute`, Renderer: DisputeCard },
}
