import type { Api } from '../api.ts'
import type { Command } from '../usage.ts'
import { disputes, DISPUTES_HELP } from './disputes.ts'
import { documents, DOCUMENTS_HELP } from './documents.ts'
import { payouts, PAYOUTS_HELP } from './payouts.ts'
import { providers, PROVIDERS_HELP } from './providers.ts'
import { reviews, REVIEWS_HELP } from './reviews.ts'
import { settings, SETTINGS_HELP } from './settings.ts'
import { tickets, TICKETS_HELP } from './tickets.ts'

/** What an operator does about the marketplace from a shell, over its API. */
export const desk: Readonly<Record<string, Command<Api>>> = {
  documents,
  tickets,
  disputes,
  payouts,
  reviews,
  providers,
  settings,
}

export const DESK_HELP = [
  DOCUMENTS_HELP,
  TICKETS_HELP,
  DISPUTES_HELP,
  PAYOUTS_HELP,
  REVIEWS_HELP,
  PROVIDERS_HELP,
  SETTINGS_HELP,
].join('\n\n')
