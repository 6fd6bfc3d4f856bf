import type { Api } from '../api.ts'
import type { CliCommand } from '../usage.ts'
import { disputes, DISPUTES_HELP } from './disputes.ts'
import { documents, DOCUMENTS_HELP } from './documents.ts'
import { payouts, PAYOUTS_HELP } from './payouts.ts'
import { providers, PROVIDERS_HELP } from './providers.ts'
import { reviews, REVIEWS_HELP } from './reviews.ts'
import { settings, SETTINGS_HELP } from './settings.ts'
import { tickets, TICKETS_HELP } from './tickets.ts'

/** Commands of the operator that use the marketplace API. */
export const operatorCommands: Readonly<Record<string, CliCommand<Api>>> = {
  documents,
  tickets,
  disputes,
  payouts,
  reviews,
  providers,
  settings,
}

/** Help of these commands. */
export const OPERATOR_HELP = {
  documents: DOCUMENTS_HELP,
  tickets: TICKETS_HELP,
  disputes: DISPUTES_HELP,
  payouts: PAYOUTS_HELP,
  reviews: REVIEWS_HELP,
  providers: PROVIDERS_HELP,
  settings: SETTINGS_HELP,
}
